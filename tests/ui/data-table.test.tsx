import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DataTable } from '@/ui/table/data-table';
import type { DataColumn } from '@/ui/table/data-table-columns';

interface Patient {
  id: string;
  name: string;
  age: number;
}

const columns: DataColumn<Patient>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortValue: (row) => row.name },
  { id: 'age', header: 'Age', cell: (row) => row.age, sortValue: (row) => row.age },
  { id: 'edit', header: '', label: 'Actions', cell: (row) => <button type="button">Edit {row.name}</button> },
];
const few: Patient[] = [
  { id: 'a', name: 'Room 10', age: 9 },
  { id: 'b', name: 'Room 9', age: 61 },
  { id: 'c', name: 'room 1', age: 34 },
];
const common = {
  label: 'Patients',
  columns,
  rowKey: (row: Patient) => row.id,
  countText: (count: number) => `${count} patients`,
  empty: 'No patients found',
};

const visibleNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('a header sorts up, then down, then back to the order in which the rows came', async () => {
  const user = userEvent.setup();
  render(<DataTable {...common} rows={few} />);
  const header = screen.getByRole('columnheader', { name: 'Name' });
  expect(header).not.toHaveAttribute('aria-sort');
  await user.click(within(header).getByRole('button'));
  expect(header).toHaveAttribute('aria-sort', 'ascending');
  expect(visibleNames()).toEqual(['room 1', 'Room 9', 'Room 10']);
  await user.click(within(header).getByRole('button'));
  expect(header).toHaveAttribute('aria-sort', 'descending');
  expect(visibleNames()).toEqual(['Room 10', 'Room 9', 'room 1']);
  await user.click(within(header).getByRole('button'));
  expect(visibleNames()).toEqual(['Room 10', 'Room 9', 'room 1']);
  expect(header).not.toHaveAttribute('aria-sort');
});

test('numbers sort by size, and a column without a sort value has no button', async () => {
  const user = userEvent.setup();
  render(<DataTable {...common} rows={few} />);
  await user.click(screen.getByRole('button', { name: 'Age' }));
  expect(visibleNames()).toEqual(['Room 10', 'room 1', 'Room 9']);
  expect(screen.getAllByRole('columnheader')).toHaveLength(3);
  expect(within(screen.getAllByRole('columnheader')[2] as HTMLElement).queryByRole('button')).toBeNull();
});

test('a long list renders only a window of its rows, and exposes the full row count to screen readers', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    id: `p${index}`,
    name: `Patient ${index}`,
    age: 30,
  }));
  render(<DataTable {...common} rows={many} />);
  expect(screen.getByRole('table', { name: 'Patients' })).toHaveAttribute('aria-rowcount', '10001');
  expect(screen.getByText('10000 patients')).toBeInTheDocument();
  const first = (await screen.findByText('Patient 0')).closest('tr');
  expect(first).toHaveAttribute('aria-rowindex', '2');
  expect(screen.getAllByRole('row').length).toBeLessThan(100);
});

test('fifty rows are all rendered', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => ({
    id: `p${index}`,
    name: `Patient ${index}`,
    age: 30,
  }));
  render(<DataTable {...common} rows={fifty} />);
  expect(screen.getAllByRole('row')).toHaveLength(51);
});

test('a sorted list stays sorted when its rows become fewer and more, equal ones in the order of the rows', async () => {
  const user = userEvent.setup();
  const rows = [
    { id: 'a', name: 'Ben', age: 40 },
    { id: 'b', name: 'ada', age: 30 },
    { id: 'c', name: 'Ada', age: 20 },
    { id: 'd', name: 'Cy', age: 10 },
  ];
  const { rerender } = render(<DataTable {...common} rows={rows} />);
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(visibleNames()).toEqual(['ada', 'Ada', 'Ben', 'Cy']);
  rerender(<DataTable {...common} rows={rows.filter(({ id }) => id !== 'b')} />);
  expect(visibleNames()).toEqual(['Ada', 'Ben', 'Cy']);
  rerender(<DataTable {...common} rows={[...rows, { id: 'e', name: 'Bea', age: 50 }]} />);
  expect(visibleNames()).toEqual(['ada', 'Ada', 'Bea', 'Ben', 'Cy']);
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(visibleNames()).toEqual(['Cy', 'Ben', 'Bea', 'ada', 'Ada']);
});

test('a toolbar has the number of rows beside it', () => {
  render(<DataTable {...common} rows={few} toolbar={<input aria-label="Search" />} />);
  expect(screen.getByText('3 patients')).not.toHaveClass('sr-only');
});

test('a row can be rendered as a whole, across all columns', () => {
  const wholeRow = ({ id }: Patient) => (id === 'b' ? <form aria-label="Room 9">Form</form> : null);
  render(<DataTable {...common} rows={few} wholeRow={wholeRow} />);
  const row = screen.getAllByRole('row')[2] as HTMLElement;
  expect(within(row).getByRole('form', { name: 'Room 9' })).toBeVisible();
  expect(within(row).getByRole('cell')).toHaveAttribute('colspan', '3');
  expect(screen.getAllByRole('row')).toHaveLength(4);
});

test('a row that is rendered as a whole keeps its focus and text when it is scrolled out of view and back', async () => {
  const user = userEvent.setup();
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    id: `p${index}`,
    name: `Patient ${index}`,
    age: 30,
  }));
  const wholeRow = ({ id }: Patient) => (id === 'p500' ? <input aria-label="Name" /> : null);
  render(<DataTable {...common} rows={rows} wholeRow={wholeRow} />);
  const scroller = screen.getByRole('table').parentElement as HTMLElement;
  const scrollTo = async (row: number) => {
    fireEvent.scroll(scroller, { target: { scrollTop: row * 44 } });
    await waitFor(() => expect(screen.getByText(`Patient ${row + 3}`)).toBeInTheDocument());
  };
  await scrollTo(495);
  await user.type(screen.getByLabelText('Name'), 'Ada');
  for (const row of [3000, 0, 6000, 495]) {
    await scrollTo(row);
    expect(screen.getByLabelText('Name')).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveValue('Ada');
    const indexes = screen.getAllByRole('row').map((each) => Number(each.ariaRowIndex));
    expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
    expect(indexes.length).toBeLessThan(100);
  }
});

test('no rows: the empty text is rendered instead', () => {
  render(<DataTable {...common} rows={[]} />);
  expect(screen.getByText('No patients found')).toBeVisible();
});

test('while loading the table announces it and shows neither rows nor the empty text', () => {
  render(<DataTable {...common} rows={[]} status="loading" />);
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  expect(screen.queryByText('No patients found')).not.toBeInTheDocument();
  expect(screen.getByRole('table', { name: 'Patients' })).toHaveAttribute('aria-busy', 'true');
});

test('a failure is shown instead of the table and all that acts on its rows, with a Retry button', async () => {
  const user = userEvent.setup();
  const onRetry = vi.fn();
  render(
    <DataTable
      {...common}
      rows={[]}
      status="error"
      errorTitle="Could not load."
      onRetry={onRetry}
      toolbar={<button type="button">All 0</button>}
      beforeRows={<button type="button">Act on them</button>}
    />,
  );
  expect(document.body).toHaveTextContent(/^Could not load\.Retry$/);
  expect(screen.getByRole('alert')).toHaveTextContent('Could not load.');
  await user.click(screen.getByRole('button'));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('each cell carries the name of its column, for the cards on phones', () => {
  render(<DataTable {...common} rows={few} />);
  const labels = screen.getAllByRole('cell').map((cell) => cell.dataset.label);
  expect(labels.slice(0, 3)).toEqual(['Name', 'Age', 'Actions']);
});
