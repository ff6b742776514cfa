/* SPDX-License-Identifier: MIT */
import { load } from "../packages.mjs";
import { register } from "./tools.mjs";

const { McpServer } = load("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = load("@modelcontextprotocol/sdk/server/stdio.js");

await register(new McpServer({ name: "peer", version: "1" })).connect(new StdioServerTransport());
