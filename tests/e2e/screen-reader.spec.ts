import { expect, testInSharedContext as test } from '@tests/support/e2e';

/** Checks names and roles that native HTML elements do not provide by themselves. */

test('the grid exposes its size, its columns and its cells', async ({ page }) => {
  await page.goto('dashboard?mock.as=provider');
  const grid = page.getByRole('table', { name: 'New patients' });
  await expect(grid).toHaveAttribute('aria-rowcount', '11');
  await expect(grid.getByRole('row')).toHaveCount(11);
  await expect(grid.getByRole('columnheader')).toHaveText([
    /Number/,
    'Name',
    'Email',
    'Phone',
    'Age',
    'Address',
    'Status',
    'Remove',
  ]);
  const row = grid.getByRole('row').nth(1);
  await expect(row).toHaveAttribute('aria-rowindex', '2');
  await expect(row).toMatchAriaSnapshot(`
    - row:
      - rowheader "Patient 1"
      - cell:
        - textbox "Name, row 1"
      - cell:
        - textbox "Email, row 1"
      - cell:
        - textbox "Phone, row 1"
      - cell:
        - textbox "Age, row 1"
      - cell:
        - 'button "Address, row 1: not entered. Add address"'
      - cell
      - cell:
        - button "Remove row 1"
  `);
});

test('an unusual cell is exposed as invalid, with the reason', async ({ page }) => {
  await page.goto('dashboard?mock.as=provider');
  const email = page.getByRole('textbox', { name: 'Email, row 1', exact: true });
  await email.fill('nobody');
  await page.getByRole('textbox', { name: 'Name, row 2', exact: true }).focus();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription('Email: not an email address');
});

test('the address search is a combobox that announces its results and the chosen address', async ({
  page,
}) => {
  await page.goto('provider-signup');
  const street = page.getByRole('combobox', { name: 'Street' });
  await street.pressSequentially('12 Main');
  const list = page.getByRole('listbox', { name: 'Addresses' });
  await expect(list.getByRole('option').first()).toBeVisible();
  await expect(street).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('status').filter({ hasText: /\d+ address/ })).toBeAttached();
  await street.press('ArrowDown');
  const active = await street.getAttribute('aria-activedescendant');
  const chosen = list.locator(`[id="${active}"]`);
  await expect(chosen).toHaveRole('option');
  await expect(chosen, 'it can be seen, too').not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('the carousel names its slides, and pausing comes first', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('.');
  await page.getByRole('heading', { name: /Providers Can Work/ }).scrollIntoViewIfNeeded();
  const carousel = page.getByRole('region', { name: 'Services' });
  await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel');
  await expect(carousel.getByRole('group', { name: '1 of 3' })).toHaveAttribute(
    'aria-roledescription',
    'slide',
  );
  await expect(carousel.getByRole('button').first()).toHaveAccessibleName(/Pause|Play/);
});

test('the chat is a log with a named input', async ({ page }) => {
  await page.goto('.');
  await page.getByRole('button', { name: /AI Diagnosis/ }).click();
  const chat = page.getByRole('dialog', { name: /^Chat with/ });
  await expect(chat.getByRole('log', { name: 'Conversation' })).toBeVisible();
  await expect(chat.getByRole('textbox', { name: 'Message' })).toBeVisible();
});
