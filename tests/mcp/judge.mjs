/* SPDX-License-Identifier: MIT */
/*
 * Judges what an endpoint answers, line by line: against the JSON Schema of the protocol's revision, against the request
 * that it answers, and an envelope against the schemas of the dialects. Requests are answered in their order.
 */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { factsOf } from "../schemas/facts.mjs";
import { dialectsOf } from "./envelopes.mjs";
import { load } from "./packages.mjs";

const Ajv = load("ajv/dist/2020.js").default;

export const MODERN = "2026-07-28";
const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
export const schemaNames = ["jsonrpc", ...LEGACY, MODERN];
const META = "io.modelcontextprotocol/";
const ID_MAX = 64; /* bytes on the wire, with quotes */
const VERSION_MAX = 32; /* characters of an unknown version that are repeated */
const LINE_MAX = 512; /* shorter lines no endpoint may find too long */

const legacyResults = {
  initialize: "InitializeResult",
  ping: "EmptyResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
};
const modernResults = {
  "server/discover": "DiscoverResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
};

export function readSchemas() {
  return Object.fromEntries(
    schemaNames.map((name) => [
      name,
      JSON.parse(readFileSync(new URL(`schemas/${name}.schema.json`, import.meta.url))),
    ]),
  );
}

/* A function (revision, definition, value) that says what is wrong, or "". */
export function compileSchemas(schemas, options = { strict: true }) {
  const ajv = new Ajv({ strictTypes: false, ...options });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(schema, `${name}.schema.json`);
  const compiled = new Map();
  return (revision, definition, value) => {
    const name = `${revision}.schema.json#/$defs/${definition}`;
    if (!compiled.has(name)) compiled.set(name, ajv.compile({ $ref: name }));
    const valid = compiled.get(name);
    return valid(value) ? "" : ajv.errorsText(valid.errors, { dataVar: `${revision} ${definition}` });
  };
}

/* ---- texts ----------------------------------------------------------------------------------------------------- */

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/* The value of a line and its facts, or why it has none. */
function parse(bytes) {
  try {
    const text = decoder.decode(bytes);
    const value = JSON.parse(text);
    return { value, facts: factsOf(text) };
  } catch (error) {
    return { why: error.message };
  }
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/* The id as it is compared: integers by their digits, which may be more than a double holds. */
function idOf({ value, facts }) {
  if (typeof value.id === "string") return JSON.stringify(value.id);
  return facts.numbers.find(([path]) => path === "/id")?.[1];
}

const inputSchemas = new Map();
function complaintOfInputSchema(schema) {
  const text = JSON.stringify(schema);
  if (!inputSchemas.has(text)) {
    try {
      new Ajv({ strict: true, logger: false }).compile(schema);
      inputSchemas.set(text, "");
    } catch (error) {
      inputSchemas.set(text, error.message);
    }
  }
  return inputSchemas.get(text);
}

/* ---- requests -------------------------------------------------------------------------------------------------- */

/* Errors, one of which a request must get; none if it may succeed. */
function dueErrors({ value, modern }) {
  const { jsonrpc, method, params } = value;
  const due = [];
  if (jsonrpc !== "2.0" || typeof method !== "string") due.push(-32600);
  if (params !== undefined && !isObject(params)) due.push(-32602, -32600);
  if (modern) {
    const meta = isObject(params?._meta) ? params._meta : {};
    const version = meta[`${META}protocolVersion`];
    if (typeof version !== "string" || !isObject(meta[`${META}clientCapabilities`])) due.push(-32602);
    if (typeof version === "string" && version !== MODERN) due.push(LEGACY.includes(version) ? -32602 : -32022);
  }
  if (typeof method === "string" && !(method in (modern ? modernResults : legacyResults))) due.push(-32601);
  if (method === "tools/call" && typeof params?.name !== "string") due.push(-32602);
  if (method === "tools/call" && params?.arguments !== undefined && !isObject(params.arguments)) due.push(-32602);
  return due;
}

/* What a line from the client asks for: { id, answer: "must" | "may" | "never", ... } */
function classify(bytes) {
  const read = parse(bytes.filter((byte) => byte !== 0)); /* NULs are noise */
  const { value, facts } = read;
  if (!isObject(value)) return { answer: "may" };
  /* Refused with its id, unless that is what stands twice. */
  if (facts.twice) return { answer: "may", id: "id" in value ? idOf(read) : undefined, due: [-32600, -32700] };
  const isResponse = value.method === undefined && ("result" in value || "error" in value);
  if (isResponse || (value.id === undefined && typeof value.method === "string")) return { answer: "never", value };
  const id = idOf(read);
  if (id === undefined || !/^("|-?[0-9]+$)/.test(id)) return { answer: "may" };
  const meta = isObject(value.params?._meta) ? value.params._meta : {};
  const names = ["protocolVersion", "clientCapabilities", "clientInfo"];
  const modern = value.method === "server/discover" || names.some((name) => `${META}${name}` in meta);
  const request = { id, value, modern, method: value.method };
  /* Escapes may make an id longer than it looks. */
  const short = Buffer.byteLength(id) <= ID_MAX && !bytes.includes("\\u") && bytes.length <= LINE_MAX;
  const sure = short && typeof value.method === "string";
  return { ...request, due: dueErrors(request), answer: sure ? "must" : "may" };
}

/* ---- the judge ------------------------------------------------------------------------------------------------- */

export class Judge {
  /* revision: one for all lines, or "auto". against: what compileSchemas made. */
  constructor(revision = "auto", against = compileSchemas(readSchemas())) {
    this.fixed = revision === "auto" ? undefined : revision;
    this.against = against;
    this.begin();
  }

  begin() {
    this.negotiated = LEGACY[0];
    this.waiting = [];
  }

  /* A line from the client, as bytes. */
  request(bytes) {
    const request = { ...classify(bytes), text: bytes.filter((byte) => byte !== 0).toString("latin1") };
    if (request.answer !== "never") this.waiting.push(request);
    else if (request.value.method === "notifications/cancelled") {
      const wanted = JSON.stringify(request.value.params?.requestId);
      for (const each of this.waiting) if (each.id === wanted) each.answer = "may";
    }
  }

  /* The end of a session: complaints about requests that nobody answered. */
  end() {
    const left = this.waiting.filter(({ answer }) => answer === "must");
    this.begin();
    return left.map(({ id, method }) => `no answer to ${method} with id ${id}`);
  }

  /* A line from the endpoint, as bytes; `alone` if its request is not known. Complaints; none is a good line. */
  answer(bytes, alone = false) {
    const read = parse(bytes);
    const { value, facts, why } = read;
    if (why) return [`not JSON: ${why}`];
    if (!isObject(value)) return ["not an object"];
    const complaints = [];
    if (facts.twice) complaints.push("a name stands twice");
    if (facts.strings.some((string) => /\p{Surrogate}/u.test(string))) complaints.push("half a surrogate pair");
    if (/[\r\n]/.test(bytes.toString("latin1"))) complaints.push("a line break in the line");
    if (alone) return complaints.concat(this.unasked(value));
    const id = value.id === undefined ? undefined : idOf(read);
    const request = this.take(id);
    if (!request) return complaints.concat(`nobody asked, or out of order: id ${id}`);
    const spelt = /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?\d+)/.exec(bytes.toString("latin1"))?.[1];
    if (id !== undefined && !request.text?.includes(spelt)) complaints.push("the id is spelt in another way");
    return complaints.concat("error" in value ? this.error(value, request) : this.result(value, request));
  }

  /* The request that an answer with this id is for. Those before it that need no answer got none. */
  take(id) {
    const at = this.waiting.findIndex((each) => each.answer === "must" || each.id === id);
    const first = at < 0 ? this.waiting.length : at;
    if (id === undefined) {
      const unread = this.waiting.slice(0, first + 1).findIndex(({ answer }) => answer === "may");
      return unread < 0 ? undefined : this.waiting.splice(0, unread + 1).pop();
    }
    return this.waiting[first]?.id === id ? this.waiting.splice(0, first + 1).pop() : undefined;
  }

  revisionOf({ modern }) {
    return this.fixed ?? (modern ? MODERN : this.negotiated);
  }

  error(value, request) {
    const { due = [], modern } = request;
    /* Without an id, the revision is anybody's guess: the oldest ones do not know such errors at all. */
    const revision = value.id === undefined && !this.fixed ? LEGACY[0] : this.revisionOf(request);
    const complaints = [this.against(revision, "ErrorResponse", value)];
    const { code, data } = value.error ?? {};
    if (code === -32020) complaints.push("a line has no headers");
    if (due.length > 0 && !due.includes(code)) complaints.push(`error ${code} instead of ${due.join(" or ")}`);
    const requested = request.value?.params?._meta?.[`${META}protocolVersion`];
    if (code === -32022 && data?.requested !== requested?.slice(0, VERSION_MAX))
      complaints.push("data.requested is not what was requested");
    if (code === -32022 && data?.supported?.includes(data?.requested)) complaints.push("requested, and supported");
    if (code === -32601 && due.length === 0 && request.value) complaints.push("the method is known");
    const hasOwnData = code === -32700 || (modern && [-32021, -32022].includes(code)); /* the schema says which */
    if (data !== undefined && !hasOwnData && dialectsOf(data).length === 0)
      complaints.push("data is not an envelope of any dialect");
    return complaints.filter(Boolean);
  }

  result(value, request) {
    const revision = this.revisionOf(request);
    const definition = (revision === MODERN ? modernResults : legacyResults)[request.method];
    const complaints = [this.against("jsonrpc", "ResultResponse", value)];
    if (request.due?.length > 0) complaints.push(`a result instead of error ${request.due.join(" or ")}`);
    if (revision === MODERN && !value.result?._meta?.[`${META}serverInfo`]) complaints.push("the server is not named");
    if (!definition) return complaints.concat(`${revision} has no ${request.method}`).filter(Boolean);
    complaints.push(this.against(revision, definition, value.result), ...this.meaning(definition, value.result));
    if (definition === "InitializeResult") complaints.push(this.negotiate(request.value.params, value.result));
    return complaints.filter(Boolean);
  }

  /* A line whose request is not known is good if it would be for some request: no complaint of one of the readings. */
  unasked(value) {
    const revisions = this.fixed ? [this.fixed] : [MODERN, LEGACY[0]];
    const readings = revisions.flatMap((revision) => {
      if ("error" in value) return [[this.against(revision, "ErrorResponse", value)]];
      const { result } = value;
      return Object.values(revision === MODERN ? modernResults : legacyResults).map((definition) => [
        this.against("jsonrpc", "ResultResponse", value),
        this.against(revision, definition, result),
        ...this.meaning(definition, result),
      ]);
    });
    const complaints = readings.map((reading) => reading.filter(Boolean).join("; "));
    return complaints.includes("") ? [] : complaints;
  }

  /* What a schema cannot say of a result. */
  meaning(definition, result) {
    if (definition === "ListToolsResult") {
      const tools = Array.isArray(result?.tools) ? result.tools : [];
      const names = tools.map((tool) => tool?.name);
      const complaints = tools.map(({ name, inputSchema = {} }) => {
        const complaint = complaintOfInputSchema(inputSchema);
        return complaint && `the input schema of ${name}: ${complaint}`;
      });
      return complaints.concat(new Set(names).size < names.length ? "two tools with one name" : []).filter(Boolean);
    }
    return definition === "CallToolResult" && result?.isError === true ? this.failure(result) : [];
  }

  failure({ content, structuredContent, _meta = {} }) {
    const { value: envelope } = parse(Buffer.from(content?.[0]?.text ?? ""));
    if (dialectsOf(envelope).length === 0) return ["the text of the failure is not an envelope of any dialect"];
    const copies = Object.entries(_meta).filter(([key]) => key !== `${META}serverInfo`);
    if (structuredContent !== undefined) copies.push(["structuredContent", structuredContent]);
    return copies
      .filter(([, copy]) => !isDeepStrictEqual(copy, envelope))
      .map(([where]) => `${where} is another envelope than the text`);
  }

  negotiate(params, { protocolVersion }) {
    const asked = params?.protocolVersion;
    this.negotiated = LEGACY.includes(protocolVersion) ? protocolVersion : LEGACY[0];
    const due = LEGACY.includes(asked) ? asked : LEGACY[0];
    return protocolVersion === due ? "" : `version ${protocolVersion} for ${asked} instead of ${due}`;
  }
}
