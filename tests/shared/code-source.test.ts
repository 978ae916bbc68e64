import { expect, it, vi } from 'vitest';
import { codeSource } from '@/shared/code-source';

it('code that several ask for at once is fetched once, and is the same for all', async () => {
  const load = vi.fn(async () => ({ part: 'map' }));
  const source = codeSource(load);
  const [one, other] = await Promise.all([source.fetch(), source.fetch()]);
  expect(one).toBe(other);
  expect(source.fetched()).toBe(one);
  expect(load).toHaveBeenCalledOnce();
});

it('code that could not be had is asked for again', async () => {
  const load = vi.fn(async () => 'here').mockRejectedValueOnce(new Error('no connection'));
  const source = codeSource(load);
  await expect(source.fetch()).rejects.toThrow('no connection');
  expect(source.fetched()).toBeUndefined();
  await expect(source.fetch()).resolves.toBe('here');
});
