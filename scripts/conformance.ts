import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '@kitwell/mock-engine/error-message';
import { requireUrl } from '@kitwell/mock-engine/hosts/http/usage-error';
import { samples } from '@tests/mocks/samples/samples';
import { conforms, describeConformance, reportFormats } from '@/mocks/conformance/report';
import { runConformance } from '@/mocks/conformance/run-conformance';
import { createMailReader, requireControl } from '@/mocks/conformance/test-context';
import { countIn } from './lib/options';

const USAGE = `npm run conformance -- --api URL [--chat URL] [--mail URL] [--control URL] [--origin URL] [--patience MS]
                       [--format text|json|junit] [--output FILE]

  --api      the API that claims to be this product's backend
  --chat     its chat service (default: the API's address)
  --mail     where its mails can be read (default: <api>/__mock/mail)
  --control  where a checkout can be completed (default: <api>/__mock)
  --origin   the origin of the product's pages, for CORS (default: http://localhost:5173)
  --patience how many milliseconds a response may take (default: 10000)
  --format   of the report (default: text)
  --output   writes the report to this file, and the text to the terminal

It exits with 0 if the API conforms, with 1 if it deviates, and with 2 if it could not be checked.`;

async function check(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean' },
      api: { type: 'string' },
      chat: { type: 'string' },
      mail: { type: 'string' },
      control: { type: 'string' },
      origin: { type: 'string' },
      patience: { type: 'string' },
      format: { type: 'string', default: 'text' },
      output: { type: 'string' },
    },
  });
  const { help, api, patience, format: requestedFormat, output, ...addresses } = values;
  if (help) {
    console.log(USAGE);
    return;
  }
  const format = reportFormats.find((name) => name === requestedFormat);
  if (!format) throw new Error(`--format must be ${reportFormats.join(', ')}, not "${requestedFormat}".`);
  if (!api) throw new Error('--api URL is missing: the API to check (--help lists the options).');
  for (const [name, url] of Object.entries({ api, ...addresses })) requireUrl(`--${name}`, url);
  const waitsFor = { patience: patience === undefined ? 10_000 : countIn('--patience', patience) };
  if (addresses.mail !== undefined) {
    await createMailReader({ url: addresses.mail, ...waitsFor, mailTakes: 0, fetch }).requireReadable();
  }
  if (addresses.control !== undefined) await requireControl(addresses.control, { ...waitsFor, fetch });
  const reports = await runConformance({ samples, api, ...addresses, ...waitsFor });
  if (output !== undefined) {
    await mkdir(dirname(output), { recursive: true });
    await writeFile(output, `${describeConformance(reports, format)}\n`);
  }
  console.log(describeConformance(reports, output === undefined ? format : 'text'));
  process.exitCode = conforms(reports) ? 0 : 1;
}

try {
  await check();
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 2;
}
