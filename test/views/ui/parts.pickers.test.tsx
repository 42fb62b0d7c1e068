import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Accordion } from '../../../src/views/ui/Accordion.tsx';
import { Button } from '../../../src/views/ui/Button.tsx';
import { ComboboxField } from '../../../src/views/ui/ComboboxField.tsx';
import { DateRangeField, type DateRange } from '../../../src/views/ui/DateRangeField.tsx';
import { Listbox } from '../../../src/views/ui/Listbox.tsx';
import { ScrollArea } from '../../../src/views/ui/ScrollArea.tsx';
import { SidePanel } from '../../../src/views/ui/SidePanel.tsx';
import { swipeToClosePx } from '../../../src/views/ui/swipeToDismiss.ts';
import { typeInto } from '../../fixtures/typeInto.ts';

afterEach(cleanup);

const nothing = () => {};

describe('an accordion', () => {
  const sections = [
    { value: 'indexes', title: 'Indexes', content: 'orders_pkey' },
    { value: 'policies', title: 'Policies', content: 'Customers read their own' },
    { value: 'triggers', title: 'Triggers', content: 'None', disabled: true },
  ] as const;
  type Section = (typeof sections)[number]['value'];

  it('shows the sections that are open, and reports which are wanted', async () => {
    const wanted = vi.fn<(value: Section[]) => void>();
    render(<Accordion<Section> value={['indexes']} onValueChange={wanted} sections={sections} multiple />);
    expect(screen.getByText('orders_pkey')).toBeTruthy();
    expect(screen.queryByText('Customers read their own')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Policies' }));
    expect(wanted).toHaveBeenCalledWith(['indexes', 'policies']);
    // The flow has not changed its mind.
    expect(screen.queryByText('Customers read their own')).toBeNull();
  });

  it('has one open at a time unless told otherwise, and can have none', async () => {
    const wanted = vi.fn<(value: Section[]) => void>();
    render(<Accordion<Section> value={['indexes']} onValueChange={wanted} sections={sections} />);
    await userEvent.click(screen.getByRole('button', { name: 'Policies' }));
    await userEvent.click(screen.getByRole('button', { name: 'Indexes' }));
    expect(wanted.mock.calls).toEqual([[['policies']], [[]]]);
  });

  it('names its sections as headings, and opens none that is off', async () => {
    const wanted = vi.fn<(value: Section[]) => void>();
    render(<Accordion<Section> value={[]} onValueChange={wanted} sections={sections} />);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Indexes',
      'Policies',
      'Triggers',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Triggers' }));
    expect(wanted).not.toHaveBeenCalled();
  });
});

const regions = [
  { value: 'us', label: 'West US', group: 'AWS' },
  { value: 'eu', label: 'Central EU', group: 'AWS', detail: 'Nearest' },
  { value: 'old', label: 'Closed region', group: 'AWS', disabled: true },
  { value: 'sin', label: 'Singapore', group: 'FLY' },
] as const;
type Region = (typeof regions)[number]['value'];

describe('a listbox', () => {
  it('tells what is chosen, and reports another choice', async () => {
    const chosen = vi.fn<(region: Region) => void>();
    render(<Listbox<Region> label="Region" value="us" options={regions} onValueChange={chosen} />);
    const list = screen.getByRole('listbox', { name: 'Region' });
    expect(within(list).getByRole('option', { selected: true }).textContent).toContain('West US');
    await userEvent.click(within(list).getByRole('option', { name: /Singapore/ }));
    expect(chosen.mock.calls).toEqual([['sin']]);
  });

  it('works by arrow keys and Enter, past what is off', async () => {
    const chosen = vi.fn<(region: Region) => void>();
    render(<Listbox<Region> label="Region" value="eu" options={regions} onValueChange={chosen} />);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('listbox'));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(chosen).toHaveBeenCalledWith('sin'));
  });

  it('does not report what was chosen already, or what cannot be chosen', async () => {
    const chosen = vi.fn<(region: Region) => void>();
    render(<Listbox<Region> label="Region" value="us" options={regions} onValueChange={chosen} />);
    await userEvent.click(screen.getByRole('option', { name: /West US/ }));
    await userEvent.click(screen.getByRole('option', { name: /Closed region/ }));
    expect(chosen).not.toHaveBeenCalled();
  });
});

describe('a combobox', () => {
  function Field({ chosen = nothing, error }: { chosen?: (region: Region) => void; error?: string }) {
    const [region, setRegion] = useState<Region | null>('us');
    return (
      <ComboboxField<Region>
        label="Region"
        value={region}
        options={regions}
        error={error}
        onValueChange={(value) => {
          setRegion(value);
          chosen(value);
        }}
      />
    );
  }
  const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Region' });
  const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

  it('narrows the list to what contains what was typed, and takes one by Enter', async () => {
    const chosen = vi.fn<(region: Region) => void>();
    render(<Field chosen={chosen} />);
    expect(input().value).toBe('West US');
    act(() => input().focus());
    typeInto(input(), 'sing');
    await waitFor(() => expect(offered()).toEqual(['Singapore']));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(chosen).toHaveBeenCalledWith('sin'));
    expect(input().value).toBe('Singapore');
  });

  it('says when nothing is found, and shows all again once it is opened anew', async () => {
    render(<Field />);
    act(() => input().focus());
    typeInto(input(), 'moon');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('No results'));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Show all: Region' }));
    await waitFor(() => expect(offered()).toHaveLength(regions.length));
  });

  it('shows what is found elsewhere as it is, and looks for all again once it is closed', async () => {
    const sought = vi.fn<(text: string) => void>();
    render(<ComboboxField label="Region" value={null} options={regions} onValueChange={nothing} onSearch={sought} />);
    act(() => input().focus());
    typeInto(input(), 'moon');
    await waitFor(() => expect(offered()).toHaveLength(regions.length));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(sought.mock.calls).toEqual([['moon'], ['']]));
  });

  it('is tied to its label and its error', () => {
    render(<Field error="Choose a region." />);
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(input().getAttribute('aria-describedby')!)?.textContent).toBe('Choose a region.');
  });
});

describe('a date range', () => {
  const march: DateRange = { from: '2026-03-02', to: '2026-03-08' };
  const week = { label: 'First week', range: { from: '2026-04-01', to: '2026-04-07' } };
  const show = () => {
    const changed = vi.fn<(range: DateRange) => void>();
    render(<DateRangeField label="Period" value={march} onValueChange={changed} presets={[week]} max="2026-03-20" />);
    return changed;
  };
  const calendar = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Choose period in a calendar' }));
    return within(await screen.findByRole('application'));
  };

  it('shows both days as ISO dates', () => {
    show();
    expect([
      screen.getByLabelText<HTMLInputElement>('Period, first day').value,
      screen.getByLabelText<HTMLInputElement>('Period, last day').value,
    ]).toEqual(['2026-03-02', '2026-03-08']);
  });

  it('takes a day that is typed', async () => {
    const changed = show();
    const last = screen.getByLabelText('Period, last day');
    await userEvent.clear(last);
    await userEvent.type(last, '2026-03-10{Enter}');
    await waitFor(() => expect(changed).toHaveBeenLastCalledWith({ from: '2026-03-02', to: '2026-03-10' }));
  });

  it('is reported once both days are chosen in the calendar', async () => {
    const changed = show();
    const days = await calendar();
    await userEvent.click(days.getByText('11'));
    expect(changed).not.toHaveBeenCalled();
    await userEvent.click(days.getByText('13'));
    await waitFor(() => expect(changed.mock.calls).toEqual([[{ from: '2026-03-11', to: '2026-03-13' }]]));
  });

  it('offers what is chosen often', async () => {
    const changed = show();
    await userEvent.click((await calendar()).getByRole('button', { name: 'First week' }));
    expect(changed).toHaveBeenCalledWith(week.range);
  });
});

describe('a side panel', () => {
  const panel = async (closed: () => void, side: 'left' | 'right' = 'right') => {
    render(
      <SidePanel open side={side} title="Edit column" onClose={closed} footer={<Button>Save</Button>}>
        Content
      </SidePanel>,
    );
    return await screen.findByRole('dialog', { name: 'Edit column' });
  };
  const swipe = (element: HTMLElement, by: number, pointerType = 'touch') => {
    const at = (clientX: number) => ({ pointerId: 1, pointerType, isPrimary: true, clientX, clientY: 10 });
    fireEvent.pointerDown(element, at(300));
    fireEvent.pointerMove(element, at(300 + by));
    fireEvent.pointerUp(element, at(300 + by));
  };

  it('closes when a finger pushes it 100 px to its side', async () => {
    const closed = vi.fn<() => void>();
    const element = await panel(closed);
    swipe(element, swipeToClosePx - 1);
    expect(closed).not.toHaveBeenCalled();
    expect(element.style.translate).toBe('');
    swipe(element, swipeToClosePx);
    expect(closed).toHaveBeenCalledOnce();
  });

  it('at the left goes left, and nowhere else', async () => {
    const closed = vi.fn<() => void>();
    const element = await panel(closed, 'left');
    swipe(element, 200);
    expect(closed).not.toHaveBeenCalled();
    swipe(element, -100);
    expect(closed).toHaveBeenCalledOnce();
  });

  it('leaves the mouse to select text', async () => {
    const closed = vi.fn<() => void>();
    swipe(await panel(closed), 200, 'mouse');
    expect(closed).not.toHaveBeenCalled();
  });

  it('closes by Escape and by its button, when the flow says so', async () => {
    const closed = vi.fn<() => void>();
    await panel(closed);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('{Escape}');
    expect(closed).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});

describe('a scroll area', () => {
  it('has a name, and is reached by the keyboard', async () => {
    render(
      <ScrollArea label="Tables">
        <p>public.orders</p>
      </ScrollArea>,
    );
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tables' }));
  });
});
