import { ImportError } from '@/contract/import-result';

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

/** Inflates raw deflate data. Throws ImportError `too-large` beyond `limit` bytes and `damaged` for broken data. */
export async function inflate(packed: Uint8Array, limit: number): Promise<Uint8Array> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(new Uint8Array(packed));
      controller.close();
    },
  });
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      chunks.push(step.value);
      size += step.value.length;
      if (size > limit) throw new ImportError('too-large');
    }
  } catch (error) {
    // Cancelling a stream that broke by itself fails again, with nothing new to say.
    await reader.cancel().catch(() => undefined);
    throw error instanceof ImportError ? error : new ImportError('damaged', { cause: error });
  }
  return joined(chunks, size);
}
