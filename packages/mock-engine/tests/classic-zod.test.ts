import { expect, it } from 'vitest';
import { z } from 'zod';
import { createMock, createTable, declare } from '../src/engine';
import { createMockServer } from '../src/hosts/vitest';

const note = z.object({ id: z.number().int(), text: z.string().min(1), tags: z.array(z.string()) });

const notes = createMock({
  name: 'notes',
  contract: {
    find: declare({
      operation: 'GET /notes',
      auth: 'none',
      query: z.object({ most: z.coerce.number().optional(), tag: z.array(z.string()).optional() }),
      ok: { status: 200, body: z.array(note.omit({ tags: true })) },
    }),
  },
  tables: () => ({ notes: createTable({ name: 'notes', schema: note, key: 'id' }) }),
  seeds: {
    presets: ['full'],
    make: () => ({
      rows: {
        notes: [
          { id: 1, text: 'a', tags: [] },
          { id: 2, text: 'b', tags: [] },
        ],
      },
    }),
  },
  rules: { find: ({ request, db }) => db.tables.notes.list().slice(0, request.query.most) },
});

it('a contract and tables may be of classic zod', async () => {
  const server = createMockServer(notes, { hosts: { api: 'http://notes.test' } });
  await server.listen();
  const answer = await fetch('http://notes.test/notes?most=1&tag=x');
  expect(await answer.json()).toEqual([{ id: 1, text: 'a' }]);
  expect((await fetch('http://notes.test/notes?most=x')).status).toBe(400);
  server.close();
});
