import { screen, within } from '@testing-library/react';
import { renderPart } from '@tests/support/app';
import { startMockServer } from '@tests/support/mock-server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KitsSection } from '@/features/kits/kits-section';
import { allowedElements, foreignParts, hostileDescriptions } from './hostile-descriptions';

const server = startMockServer();
beforeEach(() => server.reset({ preset: 'demo' }));

async function openKits() {
  await server.as('patient');
  const view = renderPart(<KitsSection />);
  await screen.findByText(/^Price: /);
  return view;
}

const describeFirstKit = (description: string) => server.db.patch('kits', 'kit-essential-2', { description });

function descriptionBox(): Element {
  const box = screen.getByText(/^Price: /).nextElementSibling;
  if (box === null) throw new Error('The kit has no description.');
  return box;
}

describe('Kit Information', () => {
  it('has a button per kit, and shows the first kit with its price and description', async () => {
    await openKits();
    const kits = within(screen.getByRole('list', { name: 'Kits' })).getAllByRole('button');
    expect(kits.map((kit) => kit.textContent)).toEqual([
      'Essential 2 Panel',
      'Standard 5 Panel',
      'Complete 10 Panel',
      'Three-Site Panel',
      'HIV & Syphilis Panel',
    ]);
    expect(screen.getByRole('heading', { name: 'Essential 2 Panel' })).toBeVisible();
    expect(screen.getByText('Price: $79')).toBeVisible();
    expect(screen.getByText('Chlamydia')).toBeVisible();
    expect(kits[0]).toHaveAttribute('aria-pressed', 'true');
  });

  it('shows the kit that is chosen', async () => {
    const { user } = await openKits();
    await user.click(screen.getByRole('button', { name: 'Complete 10 Panel' }));
    expect(screen.getByRole('heading', { name: 'Complete 10 Panel' })).toBeVisible();
    expect(screen.getByText('Price: $249')).toBeVisible();
    expect(screen.getByText('Hepatitis B')).toBeVisible();
  });

  it('shows the kit that was chosen last when it is opened again', async () => {
    const { user, unmount } = await openKits();
    await user.click(screen.getByRole('button', { name: 'Complete 10 Panel' }));
    unmount();
    renderPart(<KitsSection />);
    expect(await screen.findByRole('heading', { name: 'Complete 10 Panel' })).toBeVisible();
  });

  it('shows that there are no kits if there are none', async () => {
    const kits = server.db.list('kits') as { id: string }[];
    for (const { id } of kits) await server.db.remove('kits', id);
    await server.as('patient');
    renderPart(<KitsSection />);
    expect(await screen.findByText('No kits are available right now.')).toBeVisible();
  });
});

describe("a kit's description", () => {
  it('keeps its paragraphs, lists, emphasis and web links', async () => {
    const html =
      '<h4>Title</h4><p>One <strong>strong</strong> <em>soft</em></p><ul><li>a</li></ul><p><a href="https://example.com/">more</a></p>';
    await describeFirstKit(html);
    await openKits();
    const link = '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">';
    expect(descriptionBox().innerHTML).toBe(html.replace('<a href="https://example.com/">', link));
  });

  it('is parsed without what the security policy blocks and would report', async () => {
    const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
    await describeFirstKit(
      '<p style="color:red" onclick=\'go()\' class=a>style="kept"</p><b STYLE=top:0>b</b><a href="https://example.com/"onfocus="go()">c</a>',
    );
    await openKits();
    expect(descriptionBox()).toHaveTextContent('style="kept"bc');
    expect(String(parse.mock.calls.map(([html]) => html))).not.toMatch(/color|go\(\)|top:0/);
  });

  it.each(Object.entries(hostileDescriptions))('shows the text and nothing else of a %s', async (_, html) => {
    // Scripts in a template's content don't run.
    const template = document.createElement('template');
    template.innerHTML = html;
    const unchanged = document.createElement('div');
    unchanged.append(template.content);
    expect(foreignParts(unchanged, allowedElements)).not.toEqual([]);
    await describeFirstKit(html);
    await openKits();
    expect(descriptionBox()).toHaveTextContent('seen');
    expect(foreignParts(descriptionBox(), allowedElements)).toEqual([]);
    expect(Reflect.get(window, 'attacked')).toBeUndefined();
  });
});
