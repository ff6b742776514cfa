/* SPDX-License-Identifier: MIT */
/* The official clients, each in every way that it speaks to a server. */
import { load } from "./packages.mjs";

const me = { name: "mcperr-test", version: "1" };
const patience = { timeout: 10000 };

const v1 = {
  ...load("@modelcontextprotocol/sdk/client/index.js"),
  ...load("@modelcontextprotocol/sdk/client/stdio.js"),
  call: (client, params) => client.callTool(params, undefined, patience),
};
const v2 = {
  ...load("@modelcontextprotocol/client"),
  ...load("@modelcontextprotocol/client/stdio"),
  call: (client, params) => client.callTool(params, patience),
};

/* name, which client, its options, the revision that it must end up with, servers that it starts on the way */
const flavours = [
  { name: "v1", sdk: v1, revision: "2025-11-25" },
  { name: "v2", sdk: v2, revision: "2025-11-25" },
  { name: "v2-auto", sdk: v2, mode: "auto", revision: "2026-07-28", probes: 1 },
  { name: "v2-pinned", sdk: v2, mode: { pin: "2026-07-28" }, revision: "2026-07-28", probes: 1 },
];

export const clients = flavours.map(({ name, sdk, mode, revision, probes = 0 }) => ({
  name,
  revision,
  probes,
  async connect(command, ...args) {
    const client = new sdk.Client(me, { capabilities: {}, ...(mode && { versionNegotiation: { mode } }) });
    client.onerror = () => {}; /* noise has answers that nobody asked for */
    const transport = new sdk.StdioClientTransport({ command, args });
    await client.connect(transport, patience);
    return {
      server: client.getServerVersion(),
      negotiated: client.getNegotiatedProtocolVersion?.() /* the first client does not tell */,
      list: () => listTools(client),
      call: (params) => sdk.call(client, params),
      noise: (bytes) => transport._process.stdin.write(bytes) /* of which the client knows nothing */,
      close: () => client.close(),
    };
  },
}));

/* All tools, page by page. */
async function listTools(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, patience);
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}
