import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { projectStatuses } from '../../../src/contract/projects/projectStatuses.ts';
import { Alert } from '../../../src/views/ui/Alert.tsx';
import { Button } from '../../../src/views/ui/Button.tsx';
import { Checkbox } from '../../../src/views/ui/Checkbox.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '../../../src/views/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../src/views/ui/Dialog.tsx';
import { ErrorState } from '../../../src/views/ui/ErrorState.tsx';
import { IconButton } from '../../../src/views/ui/IconButton.tsx';
import { Menu } from '../../../src/views/ui/Menu.tsx';
import { PasswordField } from '../../../src/views/ui/PasswordField.tsx';
import { Progressbar } from '../../../src/views/ui/Progressbar.tsx';
import { RadioCards } from '../../../src/views/ui/RadioCards.tsx';
import { SelectField } from '../../../src/views/ui/SelectField.tsx';
import { StatusBadge, statusLooks } from '../../../src/views/ui/StatusBadge.tsx';
import { Switch } from '../../../src/views/ui/Switch.tsx';
import { Table } from '../../../src/views/ui/Table.tsx';
import { Tabs } from '../../../src/views/ui/Tabs.tsx';
import { TextField } from '../../../src/views/ui/TextField.tsx';
import { Time, timeWords } from '../../../src/views/ui/Time.tsx';
import { Toaster } from '../../../src/views/ui/Toaster.tsx';

afterEach(cleanup);

const nothing = () => {};

describe('a button', () => {
  it('is disabled while loading, and says that it is busy', async () => {
    const clicked = vi.fn<() => void>();
    render(
      <Button loading onClick={clicked}>
        Create project
      </Button>,
    );
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create project' });
    await userEvent.click(button);
    expect(clicked).not.toHaveBeenCalled();
    expect(button.disabled).toBe(true);
    expect(button.getAttribute('aria-busy')).toBe('true');
  });

  it('submits nothing unless it is told to', () => {
    render(<Button>Cancel</Button>);
    expect(screen.getByRole<HTMLButtonElement>('button').type).toBe('button');
  });

  it('that is only an icon has a name', () => {
    render(<IconButton label="Delete" icon={<svg />} />);
    expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
  });
});

describe('a form field', () => {
  it('ties label, description and error to its control', () => {
    render(<TextField label="Name" description="Lower case." error="Too short." value="ab" onValueChange={nothing} />);
    const input = screen.getByLabelText('Name');
    const words = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    expect(words).toEqual(['Lower case.', 'Too short.']);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('Too short.');
  });

  it('describes nothing where there is nothing to say', () => {
    render(<TextField label="Name" value="ab" onValueChange={nothing} />);
    const input = screen.getByLabelText('Name');
    expect(input.hasAttribute('aria-describedby')).toBe(false);
    expect(input.hasAttribute('aria-invalid')).toBe(false);
  });

  it('has what stands beside its label after its control in tab order', () => {
    render(
      <TextField
        label="Password"
        value=""
        onValueChange={nothing}
        aside={<a href="/forgot-password">Forgot password?</a>}
      />,
    );
    const follows = screen.getByLabelText('Password').compareDocumentPosition(screen.getByRole('link'));
    expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('without a handler only shows its value', () => {
    render(<TextField label="Host" value="db.internal" />);
    expect(screen.getByLabelText<HTMLInputElement>('Host').readOnly).toBe(true);
  });

  it('shows and hides a password as the flow says', async () => {
    const revealed = vi.fn<(revealed: boolean) => void>();
    const { rerender } = render(
      <PasswordField
        label="Password"
        autoComplete="new-password"
        value="countess"
        onValueChange={nothing}
        onReveal={revealed}
      />,
    );
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(revealed).toHaveBeenCalledWith(true);
    rerender(
      <PasswordField
        label="Password"
        autoComplete="new-password"
        value="countess"
        onValueChange={nothing}
        revealed
        onReveal={revealed}
      />,
    );
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text');
  });

  it('offers the options of a select by their groups', async () => {
    const chosen = vi.fn<(region: string) => void>();
    const options = [
      { value: 'us', label: 'West US', group: 'AWS' },
      { value: 'sin', label: 'Singapore', group: 'FLY' },
    ];
    render(
      <SelectField label="Region" value="" placeholder="Choose a region" options={options} onValueChange={chosen} />,
    );
    await userEvent.selectOptions(
      screen.getByLabelText('Region'),
      within(screen.getByRole('group', { name: 'FLY' })).getByRole('option'),
    );
    expect(chosen).toHaveBeenCalledWith('sin');
  });
});

describe('choices', () => {
  it('report the new value', async () => {
    const [box, toggle, card] = [
      vi.fn<(on: boolean) => void>(),
      vi.fn<(on: boolean) => void>(),
      vi.fn<(size: string) => void>(),
    ];
    render(
      <>
        <Checkbox label="Data API" checked={false} onCheckedChange={box} />
        <Switch label="Spend cap" checked onCheckedChange={toggle} />
        <RadioCards
          label="Size"
          value="micro"
          options={[
            { value: 'micro', label: 'Micro', description: 'For trying things out.' },
            { value: 'small', label: 'Small' },
          ]}
          onValueChange={card}
        />
      </>,
    );
    expect(screen.getAllByRole('radio').map(({ parentElement }) => parentElement!.textContent)).toEqual([
      'MicroFor trying things out.',
      'Small',
    ]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Data API' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Spend cap' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'Size' })).getByRole('radio', { name: 'Small' }));
    expect([box.mock.calls, toggle.mock.calls, card.mock.calls]).toEqual([[[true]], [[false]], [['small']]]);
  });
});

describe('a status', () => {
  it.each(projectStatuses)('%s has a word and a shape', (status) => {
    const { container } = render(<StatusBadge status={status} />);
    expect(container.textContent).toBe(statusLooks[status].word);
    expect(container.querySelector('path')).toBeTruthy();
  });

  it.each([
    ['ACTIVE_HEALTHY', 'a filled shape', 'currentColor', '0'],
    ['ACTIVE_UNHEALTHY', 'a filled shape', 'currentColor', '0'],
    ['INACTIVE', 'lines', 'none', '1.75'],
  ] as const)('%s is drawn as %s', (status, _as, fill, strokeWidth) => {
    const shape = render(<StatusBadge status={status} />).container.querySelector('svg')!;
    expect([shape.getAttribute('fill'), shape.getAttribute('stroke-width')]).toEqual([fill, strokeWidth]);
  });

  it('is told from every other of its colour by its shape or its word', () => {
    const words = Object.values(statusLooks).map(({ word }) => word);
    expect(new Set(words).size).toBe(projectStatuses.length);
  });
});

describe('a dialog', () => {
  function Opener({ onClose }: { onClose: () => void }) {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>Rename</Button>
        <Dialog
          open={open}
          title="Rename the query"
          onClose={() => {
            setOpen(false);
            onClose();
          }}
        >
          <TextField label="Name" value="" onValueChange={nothing} />
        </Dialog>
      </>
    );
  }

  it('takes the focus to what it is about, and gives it back to where it came from', async () => {
    const closed = vi.fn<() => void>();
    render(<Opener onClose={closed} />);
    const opener = screen.getByRole('button', { name: 'Rename' });
    opener.focus();
    await userEvent.click(opener);
    const field = await screen.findByLabelText('Name');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(closed).toHaveBeenCalledOnce();
  });

  it('hears Escape as soon as it is on the page, also above another one, and each time once', async () => {
    const [close, closeBelow] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const dialogs = (isAbove: boolean) => (
      <>
        <Dialog open title="Rename the query" onClose={closeBelow}>
          <TextField label="Name" value="" onValueChange={nothing} />
        </Dialog>
        <Dialog open={isAbove} title="Choose a name" onClose={close}>
          <TextField label="Other name" value="" onValueChange={nothing} />
        </Dialog>
      </>
    );
    const { rerender } = render(dialogs(false));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    const early = new Promise<void>((resolve) => {
      const seen = new MutationObserver(() => {
        if (screen.queryByLabelText('Other name') === null) return;
        seen.disconnect();
        fireEvent.keyDown(document.body, { key: 'Escape' });
        resolve();
      });
      seen.observe(document.body, { subtree: true, childList: true });
    });
    rerender(dialogs(true));
    await early;
    expect(close).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Other name')));
    await userEvent.keyboard('{Escape}');
    expect(close).toHaveBeenCalledTimes(2);
    expect(closeBelow).not.toHaveBeenCalled();
  });

  it('that is controlled stays open until the flow closes it', async () => {
    const close = vi.fn<() => void>();
    render(<Dialog open title="Rename the query" onClose={close} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(close).toHaveBeenCalledOnce();
    expect(screen.getByRole('dialog', { name: 'Rename the query' })).toBeTruthy();
  });
});

describe('a confirmation', () => {
  const confirmation = async (props: Partial<ConfirmDialogProps> = {}) => {
    const [confirmed, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>()];
    render(
      <ConfirmDialog open title="Pause project north-sea" onConfirm={confirmed} onCancel={cancelled} {...props} />,
    );
    await screen.findByRole('alertdialog');
    return { confirmed, cancelled, button: (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }) };
  };

  it('says Confirm and Cancel unless told otherwise', async () => {
    const { confirmed, cancelled, button } = await confirmation();
    await userEvent.click(button('Confirm'));
    await userEvent.click(button('Cancel'));
    expect([confirmed, cancelled].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('calls the cancel handler for every way of closing it, and stays open while it is controlled', async () => {
    const { cancelled, button } = await confirmation();
    await userEvent.click(button('Close'));
    await userEvent.keyboard('{Escape}');
    expect(cancelled).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('alertdialog')).toBeTruthy();
  });

  it('has the focus on the harmless answer', async () => {
    const { button } = await confirmation({ variant: 'danger' });
    await waitFor(() => expect(document.activeElement).toBe(button('Cancel')));
  });

  it('cannot be pressed or closed while it is under way', async () => {
    const { cancelled, button } = await confirmation({ loading: true });
    expect([button('Confirm').disabled, button('Cancel').disabled]).toEqual([true, true]);
    await userEvent.keyboard('{Escape}');
    expect(cancelled).not.toHaveBeenCalled();
  });

  it('of what cannot be undone wants the name typed', async () => {
    const typed = { expected: 'north-sea', value: 'north', onValueChange: nothing };
    const { confirmed, button } = await confirmation({ typed });
    expect(button('Confirm').disabled).toBe(true);
    fireEvent.submit(screen.getByLabelText('Type “north-sea” to confirm').closest('form')!);
    expect(confirmed).not.toHaveBeenCalled();
    cleanup();
    const complete = await confirmation({ typed: { ...typed, value: 'north-sea' } });
    fireEvent.submit(screen.getByLabelText('Type “north-sea” to confirm').closest('form')!);
    expect(complete.confirmed).toHaveBeenCalledOnce();
  });
});

describe('a menu', () => {
  const menu = (selected: () => void) =>
    render(
      <Menu
        label="Project"
        trigger={<Button>More</Button>}
        items={[
          { kind: 'heading', key: 'name', label: 'north-sea' },
          { kind: 'action', key: 'off', label: 'Resize', disabled: true, onSelect: selected },
          { kind: 'action', key: 'pause', label: 'Pause', onSelect: selected },
          { kind: 'link', key: 'sql', label: 'SQL editor', href: '/sql' },
        ]}
      />,
    );

  it('opens by key, runs what Enter is pressed on, and gives the focus back', async () => {
    const selected = vi.fn<() => void>();
    menu(selected);
    const trigger = screen.getByRole('button', { name: 'More' });
    trigger.focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Pause' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menu')));
    await userEvent.keyboard('p');
    await waitFor(() =>
      expect(screen.getByRole('menuitem', { name: 'Pause' }).hasAttribute('data-highlighted')).toBe(true),
    );
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(selected).toHaveBeenCalledOnce());
    await waitFor(() => expect(document.activeElement).toBe(trigger));
  });

  it('does nothing for what is not available', async () => {
    const selected = vi.fn<() => void>();
    menu(selected);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Resize' }));
    expect(selected).not.toHaveBeenCalled();
  });
});

describe('tabs', () => {
  it('move by arrow keys and report which one is wanted', async () => {
    const chosen = vi.fn<(tab: string) => void>();
    render(
      <Tabs
        label="Results"
        value="first"
        onValueChange={chosen}
        tabs={[
          { value: 'first', label: 'First', panel: 'one' },
          { value: 'second', label: 'Second', panel: 'two' },
        ]}
      />,
    );
    await userEvent.click(screen.getByRole('tab', { name: 'First' }));
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(chosen).toHaveBeenCalledWith('second'));
    expect(screen.getByRole('tabpanel').textContent).toBe('one');
  });
});

describe('messages', () => {
  it('that appear are read out, those that were there are not', () => {
    render(
      <>
        <Alert title="Backups run at night" />
        <Alert variant="destructive" announce title="The query failed" />
      </>,
    );
    expect(screen.getByRole('alert').textContent).toBe('The query failed');
  });

  it('about a failure tell what failed, why, code and request id, and offer to try again', async () => {
    const retried = vi.fn<() => void>();
    render(
      <ErrorState
        title="Could not load the projects"
        failure={{
          code: 503,
          message: 'The platform does not answer.',
          requestId: 'req-1',
          guide: '/guides/errors/storage_unavailable',
        }}
        onRetry={retried}
      />,
    );
    const alert = screen.getByRole('alert');
    for (const words of ['Could not load the projects', 'The platform does not answer.', '503', 'req-1'])
      expect(alert.textContent).toContain(words);
    // In a new tab, because what the user typed is on this page.
    const guide = within(alert).getByRole('link', { name: 'About this error' });
    expect([guide.getAttribute('href'), guide.getAttribute('target')]).toEqual([
      '/guides/errors/storage_unavailable',
      '_blank',
    ]);
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(retried).toHaveBeenCalledOnce();
  });

  it('say no status where nothing answered, because none was sent', () => {
    const { rerender } = render(
      <ErrorState
        title="Could not save"
        failure={{ code: 500, message: 'Failed to fetch', unanswered: true, requestId: 'req-1' }}
      />,
    );
    expect(screen.getByRole('alert').textContent).toContain('req-1');
    expect(screen.queryByText('Error code')).toBeNull();
    rerender(
      <ErrorState title="Could not save" failure={{ code: 500, message: 'Failed to fetch', unanswered: true }} />,
    );
    expect(screen.queryByText('Details')).toBeNull();
  });

  it('that pass stay as long as somebody reads them', async () => {
    const [attention, dismissed] = [vi.fn<(given: boolean) => void>(), vi.fn<(id: number) => void>()];
    render(
      <Toaster toasts={[{ id: 7, tone: 'success', title: 'Saved' }]} onAttention={attention} onDismiss={dismissed} />,
    );
    const region = screen.getByRole('region', { name: 'Notifications' });
    fireEvent.pointerEnter(region);
    fireEvent.pointerLeave(region);
    const button = within(region).getByRole('button', { name: 'Dismiss' });
    act(() => button.focus());
    act(() => button.blur());
    expect(attention.mock.calls).toEqual([[true], [false], [true], [false]]);
    await userEvent.click(button);
    expect(dismissed).toHaveBeenCalledWith(7);
  });
});

it('a toast about a failure leads to its guide', () => {
  const guide = '/guides/errors/project_paused';
  render(
    <Toaster toasts={[{ id: 1, tone: 'danger', title: 'No', guide }]} onAttention={nothing} onDismiss={nothing} />,
  );
  const link = within(screen.getByRole('alert')).getByRole('link', { name: 'About this error' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([guide, '_blank']);
});

describe('a time', () => {
  it('is said in local time', () => {
    render(<Time value="2026-01-02T03:04:05.678Z" />);
    const time = screen.getByText(timeWords(new Date('2026-01-02T03:04:05.678Z'), 'full'));
    expect(time.getAttribute('datetime')).toBe('2026-01-02T03:04:05.678Z');
  });

  it('is as short as it can be and still be told from others', () => {
    const now = new Date(2026, 4, 6, 18, 0);
    const said = [new Date(2026, 4, 6, 9, 5), new Date(2026, 1, 3), new Date(2024, 1, 3)].map((date) =>
      timeWords(date, 'short', now),
    );
    expect(said).toEqual(['09:05', 'Feb 3', 'Feb 2024']);
  });
});

describe('figures', () => {
  it('in a bar are told in numbers and words', () => {
    render(<Progressbar label="Password strength" value={50} tone="warning" text="Not bad" />);
    const bar = screen.getByRole('progressbar', { name: 'Password strength' });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['50', 'Not bad']);
  });

  it('in a table scroll inside it, by keyboard too', () => {
    render(
      <Table label="Projects">
        <tbody>
          <tr>
            <td>north-sea</td>
          </tr>
        </tbody>
      </Table>,
    );
    expect(screen.getByRole('region', { name: 'Projects' }).tabIndex).toBe(0);
  });
});
