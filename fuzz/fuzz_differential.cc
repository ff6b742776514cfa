/* SPDX-License-Identifier: MIT */
/*
 * Any bytes: the check agrees with two parsers that know nothing of it, nlohmann::json and RapidJSON,
 * on what is JSON and how many names and values there are; a rewritten document means the same to
 * nlohmann::json.
 *
 * Where a parser is known not to judge by RFC 8259 alone, it abstains:
 *   both            on texts deeper than the check allows: they have no such limit
 *   both            on texts with a NUL byte, which they take for the end; the check must refuse those
 *   both            on a number too big for a double, where they stop reading
 *   nlohmann::json  on a leading byte order mark, which it skips; the check must refuse it
 *   RapidJSON       on an escape for the low half of a surrogate pair alone, which it accepts
 */
#include "fuzz.h"
#include "mcperr/json.h"

#include <string>

#include <nlohmann/json.hpp>
#ifdef __clang__ /* RapidJSON's empty stack is NULL plus an offset, which UBSan would report */
#pragma clang attribute push(__attribute__((no_sanitize("pointer-overflow"))), apply_to = function)
#endif
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#ifdef __clang__
#pragma clang attribute pop
#endif

namespace
{

enum class Verdict { refused, accepted, abstains };

struct Opinion {
    const char *of;
    Verdict verdict;
    uint32_t tokens;
};

struct RapidCounter : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, RapidCounter> {
    uint32_t tokens = 0;

    bool Default()
    {
        tokens++;
        return true;
    }
    bool EndObject(rapidjson::SizeType) { return true; }
    bool EndArray(rapidjson::SizeType) { return true; }
};

struct NlohmannCounter : nlohmann::json_sax<nlohmann::json> {
    uint32_t tokens = 0;
    bool overflow = false;

    bool one_more()
    {
        tokens++;
        return true;
    }
    bool null() override { return one_more(); }
    bool boolean(bool) override { return one_more(); }
    bool number_integer(number_integer_t) override { return one_more(); }
    bool number_unsigned(number_unsigned_t) override { return one_more(); }
    bool number_float(number_float_t, const string_t &) override { return one_more(); }
    bool string(string_t &) override { return one_more(); }
    bool binary(binary_t &) override { return false; }
    bool start_object(std::size_t) override { return one_more(); }
    bool key(string_t &) override { return one_more(); }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return one_more(); }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &error) override
    {
        overflow = error.id == 406;
        return false;
    }
};

Opinion ask_rapidjson(const std::string &json)
{
    constexpr unsigned flags = rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag;
    rapidjson::MemoryStream stream(json.data(), json.size());
    rapidjson::Reader reader;
    RapidCounter counter;
    const auto result = reader.Parse<flags>(stream, counter);
    const bool overflow = result.Code() == rapidjson::kParseErrorNumberTooBig;

    return {"RapidJSON",
            overflow           ? Verdict::abstains
            : result.IsError() ? Verdict::refused
                               : Verdict::accepted,
            counter.tokens};
}

Opinion ask_nlohmann(const std::string &json)
{
    NlohmannCounter counter;
    const bool accepted = nlohmann::json::sax_parse(json, &counter);

    return {"nlohmann::json",
            counter.overflow ? Verdict::abstains
            : accepted       ? Verdict::accepted
                             : Verdict::refused,
            counter.tokens};
}

void agree(const Opinion &theirs, mcperr_status status, const mcperr_fault &fault, uint32_t tokens)
{
    const Verdict ours = status == MCPERR_OK ? Verdict::accepted : Verdict::refused;

    if (theirs.verdict == Verdict::abstains ||
        (theirs.verdict == ours && (ours == Verdict::refused || theirs.tokens == tokens)))
        return;
    (void)fprintf(stderr, "the check: %s, %u tokens, %s at %u\n%s: %s, %u tokens\n",
                  mcperr_status_text(status), static_cast<unsigned>(tokens), mcperr_reason_text(fault.reason),
                  static_cast<unsigned>(fault.offset), theirs.of,
                  theirs.verdict == Verdict::accepted ? "accepted" : "refused",
                  static_cast<unsigned>(theirs.tokens));
    abort();
}

/* \uDC00 to \uDFFF where no high half stands before it. */
bool is_low_half(const std::string &json, const mcperr_fault &fault)
{
    return fault.reason == MCPERR_R_SURROGATE && (json[fault.offset + 2] | 0x20) == 'd' &&
           strchr("cdefCDEF", json[fault.offset + 3]) != nullptr;
}

std::string rewritten(const std::string &json, bool ascii)
{
    std::string text((ascii ? 6 : 1) * json.size() + 1, '\0');
    mcperr_json w;

    mcperr_json_init(&w, &text[0], text.size());
    if (ascii)
        mcperr_json_ascii(&w);
    mcperr_json_text(&w, nullptr, mcperr_raw_of(json.data(), json.size()));
    property(mcperr_json_finish(&w) == MCPERR_OK);
    text.resize(w.len);
    return text;
}

void means_the_same(const std::string &json)
{
    const auto parse = [](const std::string &text) { return nlohmann::json::parse(text, nullptr, false); };
    const nlohmann::json meant = parse(json);

    property(!meant.is_discarded());
    property(parse(rewritten(json, false)) == meant);
    property(parse(rewritten(json, true)) == meant);
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const std::string json(reinterpret_cast<const char *>(data), size);
    const mcperr_limits deepest = {0, 0, MCPERR_DEPTH_MAX};
    mcperr_fault fault;
    uint32_t tokens = 0;
    const mcperr_status status = mcperr_json_check(json.data(), size, &deepest, &tokens, &fault);

    if (json.find('\0') != std::string::npos) {
        property(status != MCPERR_OK);
        return 0;
    }
    if (status == MCPERR_E_DEPTH)
        return 0;
    if (!is_low_half(json, fault))
        agree(ask_rapidjson(json), status, fault, tokens);
    if (json.compare(0, 3, "\xEF\xBB\xBF") == 0) {
        property(status == MCPERR_E_SYNTAX && fault.reason == MCPERR_R_BOM);
        return 0;
    }
    const Opinion nlohmann = ask_nlohmann(json);
    agree(nlohmann, status, fault, tokens);
    if (nlohmann.verdict == Verdict::accepted &&
        mcperr_json_check(json.data(), size, nullptr, nullptr, nullptr) == MCPERR_OK)
        means_the_same(json);
    return 0;
}
