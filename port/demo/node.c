/* SPDX-License-Identifier: MIT */
/*
 * A sensor node with tools that succeed, and fail in every way that a client should be able to tell apart.
 * Copy this file, change the handlers and the table at its end, and you have an MCP server.
 *
 * A handler gets arguments that are what its parameters say. It writes the members of its result, or says in
 * one line what went wrong. Everything else is done for it.
 */
#include "node.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define CALIBRATIONS 3 /* in a window, for the sake of the EEPROM that they wear out */
#define WINDOW_MS 60000u

static struct node {
    server *server;
    uint32_t window_began;
    unsigned calibrations;
} node;

/* ---- sensors ----------------------------------------------------------------------------------------- */

static mcperr_status read_temperature(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    int64_t sensor = 0;

    (void)self;
    (void)mcperr_arg_int(args, "sensor", &sensor);
    switch (sensor) {
    case 2:
        mcperr_set_retry_after(err, 5);
        return mcperr_fail(err, MCPERR_TIMEOUT, "sensor 2 did not answer");
    case 3:
        err->cause = mcperr_raw("{\"message\":\"SDA stuck low\",\"code\":\"EIO\",\"name\":\"I2C\"}");
        return mcperr_fail(err, MCPERR_IO, "the bus of sensor 3 is stuck");
    case 4:
        return mcperr_fail(err, MCPERR_NOT_FOUND, "sensor 4 is not fitted");
    default:
        mcperr_json_int(result, "milli_celsius", 21500);
        return MCPERR_OK;
    }
}

static mcperr_status calibrate(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    struct node *const n = self;
    const mcperr_port *const port = n->server->boundary.port;
    const uint32_t now = port->mono_ms(port->ctx);
    int64_t milli = 0;

    if (!mcperr_arg_fixed(args, "offset", 3, &milli)) {
        mcperr_json details;
        mcperr_details(args, &details);
        mcperr_json_str(&details, "argument", "offset");
        mcperr_details_end(args, &details, err);
        return mcperr_fail(err, MCPERR_INVALID, "offset must be a multiple of 0.001");
    }
    if (n->calibrations == 0 || now - n->window_began >= WINDOW_MS) {
        n->window_began = now;
        n->calibrations = 0;
    }
    if (n->calibrations == CALIBRATIONS) {
        mcperr_set_retry_after(err, (WINDOW_MS - (now - n->window_began) + 999u) / 1000u);
        return mcperr_fail(err, MCPERR_RATE_LIMITED, "three calibrations a minute are enough");
    }
    n->calibrations++;
    mcperr_json_int(result, "offset_milli_celsius", milli);
    mcperr_json_uint(result, "left", CALIBRATIONS - n->calibrations);
    return MCPERR_OK;
}

/* ---- valves ------------------------------------------------------------------------------------------ */

static mcperr_status set_valve(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    const mcperr_text valve = mcperr_arg_text(args, "valve");
    bool open = false;

    (void)self;
    (void)mcperr_arg_bool(args, "open", &open);
    if (mcperr_text_is(valve, "bypass")) {
        mcperr_json details;
        mcperr_details(args, &details);
        mcperr_json_str(&details, "holder", "maintenance");
        mcperr_details_end(args, &details, err);
        return mcperr_fail(err, MCPERR_CONFLICT, "the bypass is being serviced");
    }
    if (mcperr_text_is(valve, "drain"))
        return mcperr_fail(err, MCPERR_FORBIDDEN, "the drain is moved by hand only");
    mcperr_json_text(result, "valve", valve);
    mcperr_json_bool(result, "open", open);
    return MCPERR_OK;
}

/* ---- the node itself --------------------------------------------------------------------------------- */

/* A result that does not fit the buffer needs no care: the client gets an envelope that says so. */
static mcperr_status read_log(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    static const char *const events[] = {"valve outlet opened", "valve outlet closed", "sensor 2 silent"};
    int64_t lines = 10;

    (void)self;
    (void)err;
    (void)mcperr_arg_int(args, "lines", &lines);
    mcperr_json_array(result, "events");
    for (uint32_t i = 0; i < (uint32_t)lines; i++) {
        mcperr_json_object(result, NULL);
        mcperr_json_uint(result, "minute", i);
        mcperr_json_str(result, "event", events[i % COUNT(events)]);
        mcperr_json_end(result);
    }
    mcperr_json_end(result);
    return MCPERR_OK;
}

/* Fails and does not say why. The trace goes to the log, and leaves only if boundary.debug_stack is set. */
static mcperr_status self_test(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    (void)self;
    (void)args;
    (void)result;
    err->stack = mcperr_str("march_test+0x1a\nself_test+0x08");
    return MCPERR_E_FAILED;
}

/* Not reached from this line: see `authorize`. */
static mcperr_status factory_reset(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    struct node *const n = self;

    (void)args;
    (void)err;
    n->calibrations = 0;
    mcperr_json_bool(result, "done", true);
    return MCPERR_OK;
}

static mcperr_status node_status(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    const server *const s = ((struct node *)self)->server;

    (void)args;
    (void)err;
    mcperr_json_str(result, "dialect", s->boundary.dialect->name);
    mcperr_json_uint(result, "calls", s->boundary.events.calls);
    mcperr_json_uint(result, "failures", s->boundary.events.failures);
    if (s->boundary.audit != NULL) {
        mcperr_json_uint(result, "records", s->boundary.events.failures - s->boundary.events.audit_failed);
        mcperr_json_uint(result, "records_lost", s->boundary.events.audit_failed);
    }
    mcperr_json_uint(result, "lines_too_long", s->lines.overlong);
    mcperr_json_uint(result, "nul_bytes", s->lines.noise);
    mcperr_json_uint(result, "overruns", s->wire->overruns != NULL ? s->wire->overruns() : 0);
    return MCPERR_OK;
}

static const mcperr_dialect *const dialects[] = {
    &mcperr_kaiza,     &mcperr_context, &mcperr_codeintel,   &mcperr_problem,
    &mcperr_toolerror, &mcperr_owlclaw, &mcperr_owlclaw_api, NULL,
};

static mcperr_status use_dialect(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    const mcperr_text name = mcperr_arg_text(args, "dialect");

    (void)err;
    for (const mcperr_dialect *const *d = dialects; *d != NULL; d++)
        if (mcperr_text_is(name, (*d)->name))
            ((struct node *)self)->server->boundary.dialect = *d;
    mcperr_json_text(result, "dialect", name);
    return MCPERR_OK;
}

/* ---- the table ----------------------------------------------------------------------------------------- */

static const mcperr_param sensor_params[] = {
    {.name = "sensor", .type = MCPERR_INTEGER, .min = 1, .max = 4, .required = true},
};
static const mcperr_param calibrate_params[] = {
    {.name = "offset",
     .description = "In degrees Celsius, in steps of 0.001",
     .type = MCPERR_NUMBER,
     .min = -5,
     .max = 5,
     .required = true},
};
static const mcperr_param valve_params[] = {
    {.name = "valve", .one_of = "inlet|outlet|bypass|drain", .required = true},
    {.name = "open", .type = MCPERR_BOOLEAN, .required = true},
};
static const mcperr_param log_params[] = {
    {.name = "lines", .description = "10 unless given", .type = MCPERR_INTEGER, .min = 1, .max = 200},
};
static const mcperr_param dialect_params[] = {
    {.name = "dialect",
     .one_of = "kaiza|context|codeintel|problem|toolerror|owlclaw|owlclaw-api",
     .required = true},
};

#define TOOL(function) .name = #function, .run = (function), .self = &node
#define PARAMS(table) .params = (table), .param_count = COUNT(table)

static const mcperr_tool tools[] = {
    {
        TOOL(read_temperature),
        .description = "Read a temperature sensor",
        .operation = "sensors:read_temperature",
        .empty_result = "{\"milli_celsius\":null}",
        .idempotent = true,
        PARAMS(sensor_params),
    },
    {
        TOOL(calibrate),
        .description = "Set the offset that is added to every temperature",
        .operation = "sensors:calibrate",
        .idempotent = true,
        PARAMS(calibrate_params),
    },
    {
        TOOL(set_valve),
        .description = "Open or close a valve",
        .operation = "valves:set_valve",
        .idempotent = true,
        PARAMS(valve_params),
    },
    {
        TOOL(read_log),
        .description = "Read the latest events",
        .operation = "node:read_log",
        .empty_result = "{\"events\":[]}",
        .idempotent = true,
        PARAMS(log_params),
    },
    {
        TOOL(self_test),
        .description = "Test the node's memory and clocks",
        .operation = "node:self_test",
    },
    {
        TOOL(factory_reset),
        .description = "Forget all settings; refused on this line",
        .operation = "node:factory_reset",
    },
    {
        TOOL(node_status),
        .description = "Count calls, failures, audit records and what was lost",
        .operation = "node:node_status",
        .idempotent = true,
    },
    {
        TOOL(use_dialect),
        .description = "Choose the contract of the errors that follow",
        .operation = "node:use_dialect",
        .idempotent = true,
        PARAMS(dialect_params),
    },
};

/* ---- the server ---------------------------------------------------------------------------------------- */

/* Who may do what. A real node would look at who is there, and at a key that came along in the params. */
static mcperr_status authorize(void *ctx, const mcperr_tool *tool, mcperr_text params, mcperr_error *err)
{
    (void)ctx;
    (void)params;
    if (tool != NULL && tool->run == factory_reset)
        return mcperr_fail(err, MCPERR_FORBIDDEN, "a reset needs the button on the node");
    return MCPERR_OK;
}

bool node_begin(server *s, const mcperr_sink *log, const mcperr_hash *hash)
{
    const mcperr_dialect *const first = s->boundary.dialect;

    node.server = s;
    s->endpoint.name = "sensor-node";
    s->endpoint.version = "1.0.0";
    s->endpoint.tools = tools;
    s->endpoint.tool_count = COUNT(tools);
    s->endpoint.authorize = authorize;
    bool good = server_begin(s, log, hash);
    for (const mcperr_dialect *const *d = dialects; *d != NULL; d++) {
        s->boundary.dialect = *d;
        good = good && server_has_room(s);
    }
    s->boundary.dialect = first;
    return good;
}
