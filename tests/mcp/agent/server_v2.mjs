/* SPDX-License-Identifier: MIT */
import { load } from "../packages.mjs";
import { register } from "./tools.mjs";

const { McpServer, inputRequired } = load("@modelcontextprotocol/server");
const { serveStdio } = load("@modelcontextprotocol/server/stdio");

/* Too busy: come back with this. */
const sheds_load = { run: () => inputRequired({ requestState: "later" }) };

serveStdio(() => register(new McpServer({ name: "peer", version: "1" }), { sheds_load }));
