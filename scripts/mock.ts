import { parseArgs } from 'node:util';
import { withoutEndSlash } from '@/contract/declaration';
import { openStorageAdapter } from '@/mocks/hosts/http/open-storage-adapter';
import { exitCodeOf, portIn, requireUrl, UsageError } from '@/mocks/hosts/http/usage-error';
import { startHttpHost } from '@/mocks/http';
import { driftFromContract } from '@/mocks/record/drift';
import { type HarEntry, readHar, recordedLatency } from '@/mocks/record/har';
import { startRecorder } from '@/mocks/record/recorder';
import { startReplay } from '@/mocks/record/replay';
import { errorMessage } from '@/mocks/world/error-message';
import { onNpmEnd } from './lib/on-npm-end';

// An empty setting is one that is not set.
const { HOST, PORT, MOCK_STORAGE, MOCK_APP_URL, MOCK_TENANTS, MOCK_TENANT_HOURS } = process.env;

function isPerVisitor(text: string | undefined): boolean {
  if (!text || text === 'shared') return false;
  if (text === 'visitor') return true;
  throw new UsageError(`MOCK_TENANTS must be shared or visitor, not "${text}".`);
}

/** Hours as milliseconds; fractions are allowed. */
function lifetimeIn(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) return Number(text) * 60 * 60 * 1000;
  throw new UsageError(`MOCK_TENANT_HOURS must be a number above 0, not "${text}".`);
}

const USAGE = `npm run mock                                        the mock backend
npm run mock -- --record URL [--chat URL] [--file FILE]  a proxy before a real API, which writes a redacted HAR file
npm run mock -- --replay FILE                            answers from such a file

Its settings are environment variables, such as PORT=8788: see docs/mocks.md.`;

interface Running {
  /** What the terminal shows once it listens. */
  readonly started: string;
  /** What it shows after the end. */
  ended(): string;
  /** May be called again if it rejects. */
  close(): Promise<void>;
}

/** Where each of the three servers listens, and the app's address. */
function listenOptions() {
  if (MOCK_APP_URL) requireUrl('MOCK_APP_URL', MOCK_APP_URL);
  return {
    port: portIn('PORT', PORT || '8787'),
    ...(HOST ? { host: HOST } : {}),
    ...(MOCK_APP_URL ? { appUrl: MOCK_APP_URL } : {}),
  };
}

async function startMock(): Promise<Running> {
  const tenantPerVisitor = isPerVisitor(MOCK_TENANTS);
  const tenantLifetime = lifetimeIn(MOCK_TENANT_HOURS || '24');
  const { url, close } = await startHttpHost({
    ...listenOptions(),
    adapter: await openStorageAdapter(MOCK_STORAGE, 'kitwell-mock'),
    tenantPerVisitor,
    tenantLifetime,
    report: (message) => console.error(message),
  });
  return {
    started: `The mock backend answers at ${url} (storage: ${MOCK_STORAGE || 'memory'}; Ctrl+C ends it)

  provider  provider@kitwell.test / Provider1!
  patient   patient@kitwell.test  / Patient1!
  control   ${url}/__mock/operations, ${url}/__mock/mail, ${url}/openapi.json
`,
    ended: () => 'The mock backend has stopped.',
    close,
  };
}

/** A line to paste, with which the mock backend takes as long as the real API did. */
function latencyLine(entries: readonly HarEntry[]): string {
  const latency = recordedLatency(entries);
  return latency === undefined ? '' : `\nAs measured: mock.latency(${JSON.stringify(latency)})`;
}

async function startRecording(api: string, file: string, chat: string | undefined): Promise<Running> {
  requireUrl('--record', api);
  if (chat !== undefined) requireUrl('--chat', chat);
  const recorder = await startRecorder({
    ...listenOptions(),
    api: withoutEndSlash(api),
    ...(chat === undefined ? {} : { chat: withoutEndSlash(chat) }),
    file,
    report: (message) => console.error(message),
  });
  return {
    started: `${recorder.url} records what ${api} answers in ${file} (Ctrl+C ends it)`,
    ended() {
      const count = recorder.entries().length;
      const proposals = driftFromContract(recorder.entries());
      const found = proposals.length === 0 ? 'All of them fit the contract.' : 'The contract lacks:';
      const lines = [`${count} responses are in ${file}. ${found}`, ...proposals.map((line) => `  ${line}`)];
      return lines.join('\n') + latencyLine(recorder.entries());
    },
    close: recorder.close,
  };
}

async function startReplaying(file: string): Promise<Running> {
  const entries = await readHar(file);
  const { url, close } = await startReplay(entries, {
    ...listenOptions(),
    report: (message) => console.error(message),
  });
  return {
    started: `${url} answers with the ${entries.length} responses of ${file} (Ctrl+C ends it)${latencyLine(entries)}`,
    ended: () => 'The replay has stopped.',
    close,
  };
}

function start(): Promise<Running> | null {
  const { help, record, replay, chat, file } = parseArgs({
    options: {
      help: { type: 'boolean' },
      record: { type: 'string' },
      replay: { type: 'string' },
      chat: { type: 'string' },
      file: { type: 'string' },
    },
  }).values;
  if (help) return null;
  if (record !== undefined && replay !== undefined) {
    throw new UsageError('Choose --record or --replay: --help shows how they are used.');
  }
  if (record !== undefined) return startRecording(record, file ?? 'recording.har', chat);
  if (chat !== undefined || file !== undefined) {
    throw new UsageError('--chat and --file go with --record: --help shows how they are used.');
  }
  return replay === undefined ? startMock() : startReplaying(replay);
}

/** Runs until a signal, or until npm has ended. */
function runUntilEnd(running: Running): void {
  let isClosing = false;
  const close = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    try {
      await running.close();
    } catch (error) {
      console.error(`${errorMessage(error)}\nNothing is lost yet: Ctrl+C tries again.`);
      isClosing = false;
      // Nothing else may keep the process.
      setInterval(() => undefined, 60_000);
      return;
    }
    console.log(running.ended());
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close());
  onNpmEnd(() => {
    // Where a signal ended both, the server is closing already; only a second signal cuts that short.
    if (!isClosing) void close();
  });
  console.log(running.started);
}

try {
  const running = await start();
  if (running === null) console.log(USAGE);
  else runUntilEnd(running);
} catch (error) {
  console.error(errorMessage(error));
  process.exit(exitCodeOf(error));
}
