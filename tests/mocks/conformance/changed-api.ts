import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Changes a response of the wrapped API; returns the given response to leave it unchanged. */
export type Change = (call: string, answer: Answer) => Answer;

/** An API that forwards to another one and changes some responses, to simulate a defective backend. */
export async function startChangedApi(
  behind: string,
  change: Change,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
    const { authorization } = message.headers;
    const sound = await fetch(`${behind}${message.url}`, {
      method: message.method ?? 'GET',
      headers: authorization === undefined ? {} : { authorization },
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks).toString('utf8') } : {}),
    });
    const [path = ''] = (message.url ?? '').split('?');
    const answer = change(`${message.method} ${path}`, {
      status: sound.status,
      body: (await sound.json()) as unknown,
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
