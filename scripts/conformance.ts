import { parseArgs } from 'node:util';
import { conforms, describeConformance } from '@/mocks/conformance/report';
import { runConformance } from '@/mocks/conformance/run-conformance';

const USAGE = `npm run conformance -- --api URL [--chat URL] [--mail URL] [--control URL] [--patience MS]

  --api      the API that claims to be this product's backend
  --chat     its chat service (default: the API's address)
  --mail     where its mails can be read (default: <api>/__mock/mail)
  --control  where a checkout can be completed (default: <api>/__mock)`;

try {
  const { values } = parseArgs({
    options: {
      api: { type: 'string' },
      chat: { type: 'string' },
      mail: { type: 'string' },
      control: { type: 'string' },
      patience: { type: 'string' },
    },
  });
  const { api, patience, ...addresses } = values;
  if (!api || !URL.canParse(api)) throw new Error(USAGE);
  const reports = await runConformance({
    api,
    ...addresses,
    ...(patience === undefined ? {} : { patience: Number(patience) }),
  });
  console.log(describeConformance(reports));
  process.exitCode = conforms(reports) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
