// The server-sent events of the mock, read for ever: a connection that is lost is made anew.

import { ask } from "./api.js";

/**
 * @param {(event: string, data: any) => void} receive
 * @param {(state: "live" | "lost" | "again", message: string) => void} changed
 * @returns {() => void} ends it
 */
export function listen(receive, changed) {
  const over = new AbortController();
  (async () => {
    let wait = 250;
    while (!over.signal.aborted) {
      try {
        const response = await ask("journal/events", { query: { all: true }, signal: over.signal, whole: true });
        changed("live", "");
        wait = 250;
        await read(response.body.getReader(), receive);
        changed("again", "");
      } catch (error) {
        if (over.signal.aborted) return;
        changed("lost", error instanceof Error ? error.message : String(error));
        await new Promise((done) => setTimeout(done, wait));
        wait = Math.min(wait * 2, 4000);
      }
    }
  })();
  return () => over.abort();
}

/** @param {ReadableStreamDefaultReader<Uint8Array>} reader @param {(event: string, data: any) => void} receive */
async function read(reader, receive) {
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      let event = "message", data = "";
      for (const line of block.split("\n")) {
        if (line.startsWith("event: ")) event = line.slice(7);
        else if (line.startsWith("data: ")) data += line.slice(6);
      }
      if (data) receive(event, JSON.parse(data));
    }
  }
}
