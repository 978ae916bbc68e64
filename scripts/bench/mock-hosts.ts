import { startMockProcess } from '../../tests/mocks/http/mock-process';
import { type Figure, median } from '../lib/bench';
import { inDemo } from '../lib/in-demo';

/** What one small answer of the mock backend costs, without its latency; in milliseconds. */

const PORT = 4198;
const ROUNDS = 40;

/** Runs in Node and, as text, in the page: the time of each of `rounds` calls. */
async function timeCalls(url: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const asked = performance.now();
    await (await fetch(url)).text();
    times.push(performance.now() - asked);
  }
  return times;
}

const inBrowser = () =>
  inDemo(PORT, async (browser) => {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${PORT}/`);
    await page.waitForFunction(() => window.__mock !== undefined);
    await page.evaluate(async () => {
      await window.__mock?.ready;
      window.__mock?.latency(0, 0);
    });
    const timed = `(${timeCalls.toString()})('/api/clinic/fetch-clinics', ${ROUNDS})`;
    return page.evaluate<number[]>(timed);
  });

async function overHttp(): Promise<number[]> {
  const server = await startMockProcess();
  try {
    return await timeCalls(`${server.url}/clinic/fetch-clinics`, ROUNDS);
  } finally {
    await server.stop();
  }
}

/** Measures the browser's worker and the HTTP server; the median of 40 calls each. */
export async function run(): Promise<Figure[]> {
  return [
    {
      what: 'mocked fetch in the browser',
      value: median(await inBrowser()),
      unit: 'ms',
      budget: 10,
      floor: 6.9,
    },
    { what: 'mocked fetch over HTTP', value: median(await overHttp()), unit: 'ms', budget: 10, floor: 0.78 },
  ];
}
