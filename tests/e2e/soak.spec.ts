import { expect, test } from '@tests/support/e2e';
import { soak } from '../../scripts/soak/soak';

const seconds = 40;

test.setTimeout(seconds * 1000 + 120_000);

// Another seed is another way: SOAK_SEED=7 npx playwright test soak. The long form: npx tsx scripts/soak.ts --minutes 30.
test('random but valid use with a fifth of all calls failing breaks nothing and loses no saved row', async ({
  context,
  noise,
}) => {
  // Refused and broken calls are what it is about; the soak itself looks for everything else.
  noise.allow(/Failed to load resource/, /^request failed: /);
  context.setDefaultTimeout(20_000);
  const { walks, failedCalls } = await soak({
    seed: Number(process.env.SOAK_SEED ?? 5),
    seconds,
    newPage: () => context.newPage(),
  });
  // It throws at what it finds; this says that there was something to find it in.
  expect(walks, 'flows were walked').toBeGreaterThan(0);
  expect(failedCalls, 'calls failed on the way').toBeGreaterThan(0);
});
