/* SPDX-License-Identifier: MIT */
/* Tools that answer in every way a tool can, for servers made with the official SDK. */
import { load } from "../packages.mjs";

const z = load("zod");
const text = (value) => ({ type: "text", text: typeof value === "string" ? value : JSON.stringify(value) });

const transient = { type: "TRANSIENT", message: "database busy", recoverable: true, data: { retry_after: 7 } };
const limited = {
  error: {
    code: "governance.rate_limited",
    message: "too many calls",
    category: "governance",
    retryable: true,
    incident_id: "inc_7",
    retry_after: 30,
  },
};

const tools = {
  ok: { run: () => ({ content: [text("21.5")] }) },
  ok_structured: {
    output: z.object({ celsius: z.number() }),
    run: () => ({ content: [text({ celsius: 21.5 })], structuredContent: { celsius: 21.5 } }),
  },
  failure_in_words: { run: () => ({ content: [text("the sensor is on fire")], isError: true }) },
  failure_in_known_words: {
    run: () => {
      throw new Error("Rate limit exceeded. Please try again in 1m30s.");
    },
  },
  failure_as_envelope: { run: () => ({ content: [text(transient)], isError: true }) },
  failure_in_fence: {
    run: () => ({ content: [text(`It failed:\n\`\`\`json\n${JSON.stringify(transient, null, 2)}\n\`\`\``)], isError: true }),
  },
  failure_structured: { run: () => ({ content: [text("busy")], structuredContent: transient, isError: true }) },
  failure_in_meta: { run: () => ({ content: [text("slow down")], _meta: { "com.example/error": limited }, isError: true }) },
  failure_not_marked: { run: () => ({ content: [text(limited)] }) },
  failure_in_second_block: { run: () => ({ content: [text("it failed:"), text(transient)], isError: true }) },
  failure_legacy: { run: () => ({ content: [text("[FILE_NOT_FOUND] no such file")], isError: true }) },
  empty: { run: () => ({ content: [] }) },
  throws: {
    run: () => {
      throw new Error("connection to 10.0.0.7 refused");
    },
  },
  wants_number: { input: z.object({ n: z.number() }), run: ({ n }) => ({ content: [text(String(n))] }) },
  breaks_its_schema: {
    output: z.object({ celsius: z.number() }),
    run: () => ({ content: [text("?")], structuredContent: { celsius: "hot" } }),
  },
};

/* Both lines of the SDK register tools alike. */
export function register(server, more = {}) {
  const changing = { run: () => (server.sendToolListChanged(), { content: [text("changed")] }) };
  for (const [name, { input, output, run }] of Object.entries({ ...tools, changes_the_list: changing, ...more }))
    server.registerTool(
      name,
      {
        description: name.replaceAll("_", " "),
        ...(input && { inputSchema: input }),
        ...(output && { outputSchema: output }),
      },
      run,
    );
  return server;
}
