import type { CDPSession } from '@playwright/test';

/** V8 internals: compiled code grows as functions become hot. */
const notData = new Set(['code', 'native', 'hidden', 'object shape']);

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
    };
  };
  readonly nodes: readonly number[];
}

/** MB of objects, closures, arrays and strings that the page retains after garbage collection. */
export async function liveHeap(devtools: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const collect = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  devtools.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  devtools.off('HeapProfiler.addHeapSnapshotChunk', collect);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [width, kind, size] = [fields.length, fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += width) {
    const name = types[0][nodes[at + kind] ?? -1] ?? 'hidden';
    if (!notData.has(name)) bytes += nodes[at + size] ?? 0;
  }
  return Number((bytes / 1e6).toFixed(2));
}
