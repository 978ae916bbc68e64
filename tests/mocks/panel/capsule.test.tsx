import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMockServer } from '@/mocks/node';
import { openTab } from '../support/panel';

const LOGIN = 'POST /auth/login';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** The files that were offered since. */
function catchDownloads() {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return files;
}

describe('a capsule in the control room', () => {
  it('is a file if it is too large for a link', async () => {
    const files = catchDownloads();
    const { mock, user } = await openTab('Scenarios');
    for (let step = 0; step < 9; step += 1) {
      const answers = Array.from({ length: 1800 }, (_, at) => (at * 7919 + step * 104_729) % 9973);
      mock.set(LOGIN, '200', { body: answers, where: { nth: step + 1 } });
    }
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(await screen.findByText(/Saved as a file/)).toBeVisible();
    const other = createMockServer();
    await other.restore((await files[0]?.text()) ?? '');
    expect(other.scenario()).toEqual(mock.scenario());
    other.close();
  });

  it('selects the link of a report that could not be copied, and keeps the note', async () => {
    const { mock, user } = await openTab('Scenarios');
    await user.click(screen.getByRole('button', { name: 'Report a bug' }));
    const form = within(await screen.findByRole('group', { name: 'Report a bug' }));
    const note = form.getByLabelText(/What went wrong/);
    expect(note).toHaveFocus();
    await user.keyboard('Nothing happens');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await user.click(form.getByRole('button', { name: 'Copy link' }));
    const link = await form.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
    expect(form.getByRole('status')).toHaveTextContent('Could not copy.');
    expect(link).toHaveFocus();
    expect(link.selectionEnd).toBe(link.value.length);
    expect((await mock.capsules.read(link.value)).bug?.note).toBe('Nothing happens');
    expect(note).toHaveValue('Nothing happens');
  });

  it.each(['Share', 'Copy link'])('%s copies in the press itself: Safari denies it later', async (name) => {
    const { user } = await openTab('Scenarios');
    await user.click(screen.getByRole('button', { name: 'Report a bug' }));
    let items: Record<string, Promise<Blob>> = {};
    vi.stubGlobal(
      'ClipboardItem',
      class {
        constructor(given: typeof items) {
          items = given;
        }
      },
    );
    const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
    fireEvent.click(screen.getByRole('button', { name }));
    expect(write).toHaveBeenCalledOnce();
    expect(await screen.findByText(/^Copied/)).toBeVisible();
    const copied = await items['text/plain'];
    expect(await copied?.text()).toMatch(/#mock=\w/);
  });

  it('with a bug report has the note and the last requests, without passwords, and shows it before', async () => {
    const { mock, user } = await openTab('Scenarios');
    const body = JSON.stringify({ email: 'ada@example.com', password: 'Secret-1!' });
    await mock.engine.answer('login', new Request('http://api.test/x', { method: 'POST', body }), {});
    await user.click(screen.getByRole('button', { name: 'Report a bug' }));
    const form = within(await screen.findByRole('group', { name: 'Report a bug' }));
    await user.type(form.getByLabelText(/What went wrong/), 'Nothing happens');
    await user.click(form.getByText('Show all of it'));
    const inside = await form.findByRole('group', { name: 'What is inside' });
    expect(inside).toHaveTextContent('ada@example.com');
    expect(document.body).not.toHaveTextContent('Secret-1!');
    await user.click(form.getByRole('button', { name: 'Copy link' }));
    expect(await form.findByText('Copied. Paste it into a ticket or a message.')).toBeVisible();
    const { bug } = await mock.capsules.read(await navigator.clipboard.readText());
    expect(bug).toMatchObject({ note: 'Nothing happens', requests: [{ operation: LOGIN, status: 400 }] });
  });

  it('is opened from a file, after a look inside', async () => {
    const mine = createMockServer({ preset: 'empty' });
    await mine.ready;
    mine.set(LOGIN, '400');
    const { file } = await mine.capsules.make({ note: 'Wrong words' });
    const { mock, user } = await openTab('Scenarios', { preset: 'demo' });
    const chosen = new File([file], 'kitwell-capsule.json', { type: 'application/json' });
    await user.upload(screen.getByLabelText('Open a capsule'), chosen);
    const opened = within(await screen.findByRole('group', { name: 'Bug report' }));
    expect(opened.getByText('Wrong words')).toBeVisible();
    expect(mock.scenario().overrides).toEqual([]);
    await user.click(opened.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(mock.scenario()).toEqual(mine.scenario()));
    expect(mock.choice().preset).toBe('empty');
    expect(await screen.findByText('Opened.')).toBeVisible();
    mine.close();
  });

  it('reports a dropped file that is none, and changes nothing', async () => {
    const { mock } = await openTab('Scenarios', { preset: 'demo' });
    const file = new File(['{}'], 'other.json');
    fireEvent.drop(await screen.findByText(/Drop a file here/), { dataTransfer: { files: [file] } });
    expect(await screen.findByText('The capsule is damaged: nothing was changed.')).toBeVisible();
    expect(mock.choice().preset).toBe('demo');
  });
});
