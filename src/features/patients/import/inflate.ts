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

/** Deflated data as a ZIP file keeps them: with the checksum and the size of what they unpack to. */
type Deflated = {
  readonly data: Uint8Array;
  readonly checksum: number;
  readonly size: number;
};

/** The same data as a gzip file: the platform compares checksum and size itself, many times faster than a script. */
function gzipStream({ data, checksum, size }: Deflated): ReadableStream<Uint8Array<ArrayBuffer>> {
  const unknownSystem = 0xff;
  const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, unknownSystem);
  const trailer = new Uint8Array(8);
  const view = new DataView(trailer.buffer);
  view.setUint32(0, checksum, true);
  view.setUint32(4, size, true);
  return new ReadableStream({
    start(controller) {
      for (const part of [header, new Uint8Array(data), trailer]) controller.enqueue(part);
      controller.close();
    },
  });
}

/**
 * Unpacks deflated data by the platform's own means. Throws ImportError `too-large` beyond `limit` bytes and `damaged`
 * for broken data, or for data with another checksum or size than they say.
 */
export async function inflate(packed: Deflated, limit: number): Promise<Uint8Array> {
  const reader = gzipStream(packed).pipeThrough(new DecompressionStream('gzip')).getReader();
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
