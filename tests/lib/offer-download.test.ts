import { Blob, resolveObjectURL } from 'node:buffer';
import { URL } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { offerDownload } from '@/lib/offer-download';

it('a download has its name, can be read for a minute, and is then released', async () => {
  // jsdom has no URLs of objects; those of Node can be read.
  vi.stubGlobal('URL', URL);
  const pressed: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    pressed.push(this);
  });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  offerDownload(new Blob(['BEGIN:VCALENDAR']) as globalThis.Blob, 'appointment.ics');
  const [link] = pressed;
  expect(link?.download).toBe('appointment.ics');
  const url = link?.href ?? '';
  vi.advanceTimersByTime(59_999);
  expect(await resolveObjectURL(url)?.text()).toBe('BEGIN:VCALENDAR');
  vi.advanceTimersByTime(1);
  expect(resolveObjectURL(url)).toBeUndefined();
});
