/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_ERRNO_H
#define MCPERR_ERRNO_H
/**
 * @file
 * errno to kinds. Not in the umbrella, and inline: the values are the platform's, so that this is
 * compiled with the platform's errno.h and not with the library.
 */
#include "mcperr/dialect.h"

#include <errno.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The kind of failure that an errno value stands for; MCPERR_INTERNAL for 0 and for values that are
 * not listed. Connection failures (refused, reset, unreachable, host down) are MCPERR_UNAVAILABLE and
 * time-outs MCPERR_TIMEOUT: both are transient.
 */
static inline mcperr_kind mcperr_kind_of_errno(int error)
{
    switch (error) {
    case EINVAL:
    case EDOM:
    case ERANGE:
#ifdef ENAMETOOLONG
    case ENAMETOOLONG:
#endif
#ifdef EISDIR
    case EISDIR:
#endif
#ifdef ENOTDIR
    case ENOTDIR:
#endif
        return MCPERR_INVALID;
#ifdef EILSEQ
    case EILSEQ:
        return MCPERR_UNSUPPORTED_ENCODING;
#endif
#ifdef ENOENT
    case ENOENT:
        return MCPERR_NOT_FOUND;
#endif
#ifdef ENODEV
    case ENODEV:
        return MCPERR_NOT_FOUND;
#endif
#ifdef ENXIO
    case ENXIO:
        return MCPERR_NOT_FOUND;
#endif
#ifdef EACCES
    case EACCES:
        return MCPERR_FORBIDDEN;
#endif
#ifdef EPERM
    case EPERM:
        return MCPERR_FORBIDDEN;
#endif
#ifdef EROFS
    case EROFS:
        return MCPERR_FORBIDDEN;
#endif
#ifdef EEXIST
    case EEXIST:
        return MCPERR_CONFLICT;
#endif
#ifdef ENOTEMPTY
    case ENOTEMPTY:
        return MCPERR_CONFLICT;
#endif
#ifdef EDEADLK
    case EDEADLK:
        return MCPERR_CONFLICT;
#endif
#ifdef EIO
    case EIO:
        return MCPERR_IO;
#endif
#ifdef ENOSPC
    case ENOSPC:
        return MCPERR_IO;
#endif
#ifdef EFBIG
    case EFBIG:
        return MCPERR_IO;
#endif
#ifdef EPIPE
    case EPIPE:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef ETIMEDOUT
    case ETIMEDOUT:
        return MCPERR_TIMEOUT;
#endif
#ifdef EAGAIN
    case EAGAIN:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef EBUSY
    case EBUSY:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef EINTR
    case EINTR:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef ENOMEM
    case ENOMEM:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef ECONNREFUSED
    case ECONNREFUSED:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef ECONNRESET
    case ECONNRESET:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef ECONNABORTED
    case ECONNABORTED:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef ENOTCONN
    case ENOTCONN:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef ENETDOWN
    case ENETDOWN:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef ENETUNREACH
    case ENETUNREACH:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef EHOSTUNREACH
    case EHOSTUNREACH:
        return MCPERR_UNAVAILABLE;
#endif
#ifdef EHOSTDOWN
    case EHOSTDOWN:
        return MCPERR_UNAVAILABLE;
#endif
    default:
        return MCPERR_INTERNAL;
    }
}

#ifdef __cplusplus
}
#endif
#endif
