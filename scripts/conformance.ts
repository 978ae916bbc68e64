import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { conforms, describeConformance, reportFormats } from '@/mocks/conformance/report';
import { runConformance } from '@/mocks/conformance/run-conformance';

const USAGE = `npm run conformance -- --api URL [--chat URL] [--mail URL] [--control URL] [--origin URL] [--patience MS]
                       [--format text|json|junit] [--output FILE]

  --api      the API that claims to be this product's backend
  --chat     its chat service (default: the API's address)
  --mail     where its mails can be read (default: <api>/__mock/mail)
  --control  where a checkout can be completed (default: <api>/__mock)
  --origin   the origin of the product's pages, for CORS (default: http://localhost:5173)
  --format   of the report (default: text)
  --output   writes the report to this file, and the text to the terminal

It exits with 0 if the API conforms, with 1 if it deviates, and with 2 if it could not be checked.`;

try {
  const { values } = parseArgs({
    options: {
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
  const { api, patience, format: asked, output, ...addresses } = values;
  const format = reportFormats.find((name) => name === asked);
  if (!api || !URL.canParse(api) || !format) throw new Error(USAGE);
  const reports = await runConformance({
    api,
    ...addresses,
    ...(patience === undefined ? {} : { patience: Number(patience) }),
  });
  if (output !== undefined) {
    await mkdir(dirname(output), { recursive: true });
    await writeFile(output, `${describeConformance(reports, format)}\n`);
  }
  console.log(describeConformance(reports, output === undefined ? format : 'text'));
  process.exitCode = conforms(reports) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
