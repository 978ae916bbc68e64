import { wait } from './latency';

/** How a response's body arrives badly; its status and headers arrive as usual. */
export interface BodyArrival {
  /** The body comes in pieces and is complete after so many milliseconds. */
  readonly drip?: number | undefined;
  /** The connection breaks after so many bytes of the body, at the latest before its last one. */
  readonly resetAfter?: number | undefined;
  /** The body ends after so many bytes, at least one too early, as if it were complete: truncated JSON. */
  readonly truncateAfter?: number | undefined;
}

const PIECES = 10;

/** Whether any of a response's body arrives badly. */
export const arrivesBadly = ({ drip, resetAfter, truncateAfter }: BodyArrival): boolean =>
  drip !== undefined || resetAfter !== undefined || truncateAfter !== undefined;

/**
 * A body that arrives badly.
 *
 * @param signal ends it early when the caller gives up
 * @returns the stream, and the length in bytes that `Content-Length` announces
 */
export function arrivingBody(
  text: string,
  { drip = 0, resetAfter, truncateAfter }: BodyArrival,
  signal: AbortSignal,
): { stream: ReadableStream<Uint8Array<ArrayBuffer>>; length: number } {
  const whole = new TextEncoder().encode(text);
  const most = resetAfter ?? truncateAfter;
  const sent = most === undefined ? whole : whole.slice(0, Math.max(0, Math.min(most, whole.length - 1)));
  const size = drip === 0 ? sent.length : Math.ceil(sent.length / PIECES);
  const pause = size === 0 ? 0 : drip / Math.ceil(sent.length / size);
  let at = 0;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        if (at >= sent.length) {
          if (resetAfter === undefined) controller.close();
          else controller.error(new TypeError('The connection was reset.'));
          return;
        }
        await wait(pause, signal);
        if (signal.aborted) {
          controller.error(signal.reason);
          return;
        }
        controller.enqueue(sent.slice(at, at + size));
        at += size;
      },
    },
    // An error would drop what is buffered, and the caller would not get these bytes.
    { highWaterMark: 0 },
  );
  return { stream, length: truncateAfter === undefined ? whole.length : sent.length };
}
