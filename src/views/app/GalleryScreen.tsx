import { useSelector } from '@xstate/react';
import Database from 'lucide-react/icons/database';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import Trash from 'lucide-react/icons/trash-2';
import { useId, useState, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { grouped } from '../../contract/common/counts.ts';
import { projectStatuses } from '../../contract/projects/projectStatuses.ts';
import { themeChoices, themes } from '../../contract/shell/appearance.ts';
import { selectConfig, selectAppearance } from '../../machines/app/app.selectors.ts';
import { selectThemeChoice } from '../../machines/shell/appearance/appearance.selectors.ts';
import { href } from '../../router/href.ts';
import { useApp } from '../parts/app.context.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import NotFound from '../parts/NotFound.tsx';
import { Accordion } from '../ui/Accordion.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import type { ButtonSize, ButtonVariant } from '../ui/buttonStyles.ts';
import { Card } from '../ui/Card.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ComboboxField } from '../ui/ComboboxField.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/ConfirmDialog.tsx';
import { DateRangeField, type DateRange } from '../ui/DateRangeField.tsx';
import { described } from '../ui/described.ts';
import { Dialog } from '../ui/Dialog.tsx';
import type { DialogSize } from '../ui/DialogWindow.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { Keys } from '../ui/Keys.tsx';
import { Listbox } from '../ui/Listbox.tsx';
import { Mark } from '../ui/Mark.tsx';
import { Markdown } from '../ui/Markdown.tsx';
import { Menu } from '../ui/Menu.tsx';
import { MenuAtPoint } from '../ui/MenuAtPoint.tsx';
import { menuChoices } from '../ui/menuChoices.ts';
import Motif from '../ui/Motif.tsx';
import { OpenPopover } from '../ui/OpenPopover.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { Popover } from '../ui/Popover.tsx';
import { Progressbar } from '../ui/Progressbar.tsx';
import { RadioCards } from '../ui/RadioCards.tsx';
import { ScrollArea } from '../ui/ScrollArea.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import type { SidePanelSize } from '../ui/SidePanelWindow.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { SkeletonCards } from '../ui/SkeletonCards.tsx';
import { SkeletonForm } from '../ui/SkeletonForm.tsx';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Switch } from '../ui/Switch.tsx';
import { Table } from '../ui/Table.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { ExternalLink, TextLink } from '../ui/TextLink.tsx';
import { Time } from '../ui/Time.tsx';
import { TimeSeries } from '../ui/TimeSeries.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';

const buttonVariants: readonly ButtonVariant[] = [
  'primary',
  'default',
  'secondary',
  'alternative',
  'outline',
  'dashed',
  'link',
  'text',
  'danger',
  'warning',
];
const buttonSizes: readonly ButtonSize[] = ['tiny', 'small', 'medium', 'large'];
const dialogSizes: readonly DialogSize[] = ['tiny', 'small', 'medium', 'large', 'xlarge', 'xxlarge', 'xxxlarge'];
const panelSizes: readonly SidePanelSize[] = ['small', 'medium', 'large', 'xlarge'];
const confirmVariants = ['success', 'danger', 'warning'] as const satisfies readonly ConfirmDialogProps['variant'][];

/** The maximum length of a name, without a place to break. */
const longName = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenauszahlung';

const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });
const stack = css({ display: 'grid', gap: '4', minWidth: '0' });
const columns = css({
  display: 'grid',
  gap: '6',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 18.75rem), 1fr))]',
  alignItems: 'start',
});
const swatches = css({
  display: 'grid',
  gridTemplateColumns: '[repeat(3, 1fr)]',
  gap: '3',
  mdDown: { gridTemplateColumns: '[1fr]' },
});
const swatch = css({
  display: 'grid',
  gap: '2',
  padding: '4',
  background: 'canvas',
  color: 'text',
  borderRadius: 'medium',
  border: 'hairline',
});
const sample = css({ paddingBlock: '1', paddingInline: '2', borderRadius: 'small', border: 'hairline' });
const surface = css({ background: 'surface' });
const raised = css({ background: 'raised' });
const sunken = css({ background: 'sunken' });
const selected = css({ background: 'selected' });
const low = css({ height: '24', border: 'hairline', borderRadius: 'medium' });
const inPanel = css({ padding: '4' });
const line = css({ paddingBlock: '1', paddingInline: '3', whiteSpace: 'nowrap' });
const muted = css({ color: 'muted' });
const accent = css({ color: 'accent' });
const danger = css({ color: 'danger' });
const warning = css({ color: 'warning' });
const success = css({ color: 'success' });
const title = css({ textStyle: 'title' });
const section = css({ textStyle: 'section' });
const label = css({ textStyle: 'label' });
const prose = css({ textStyle: 'prose' });
const small = css({ textStyle: 'small' });
const tiny = css({ textStyle: 'tiny' });
const mono = css({ textStyle: 'mono' });

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <Card title={name}>
    <div className={stack}>{children}</div>
  </Card>
);

function Fields() {
  const [text, setText] = useState('north-sea');
  const [password, setPassword] = useState('correct horse');
  const [revealed, setRevealed] = useState(false);
  const [region, setRegion] = useState<'us-west-1' | 'eu-central-1' | 'sin'>('eu-central-1');
  const [size, setSize] = useState<'micro' | 'small' | 'large'>('micro');
  const [checked, setChecked] = useState(true);
  const [on, setOn] = useState(true);
  return (
    <div className={columns}>
      <Part name="Fields">
        <TextField
          label="Name"
          description="Lower case reads best in addresses."
          value={text}
          onValueChange={setText}
          aside={<TextLink href={href('projects')}>Why a name?</TextLink>}
        />
        <TextField
          label="Email"
          type="email"
          value="ada@"
          onValueChange={() => {}}
          error="This address is not complete."
        />
        <TextField label="Host" value="db.north-sea.internal" />
        <TextField label="Disabled" value="" placeholder="Nothing to type here" onValueChange={() => {}} disabled />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          value={password}
          onValueChange={setPassword}
          revealed={revealed}
          onReveal={setRevealed}
        />
        <Progressbar
          label="Password strength"
          value={50}
          tone="warning"
          text="Not bad, but your password must be harder to guess."
        />
        <SelectField
          label="Region"
          value={region}
          onValueChange={setRegion}
          options={[
            { value: 'us-west-1', label: 'West US (North California)', group: 'AWS' },
            { value: 'eu-central-1', label: 'Central EU (Frankfurt)', group: 'AWS' },
            { value: 'sin', label: 'Singapore', group: 'FLY' },
          ]}
        />
        <TextAreaField label="Notes" value={'One line\nand another'} onValueChange={() => {}} />
      </Part>
      <Part name="Choices">
        <RadioCards
          label="Compute size"
          value={size}
          onValueChange={setSize}
          options={[
            { value: 'micro', label: 'Micro', description: '2 cores shared, 1 GB' },
            { value: 'small', label: 'Small', description: '2 cores shared, 2 GB' },
            { value: 'large', label: 'Large', description: 'Not in this region', disabled: true },
          ]}
        />
        <Checkbox
          label="Expose the public schema"
          description="Tables in it can be read through the project’s API."
          checked={checked}
          onCheckedChange={setChecked}
        />
        <Checkbox label="Cannot be chosen" checked={false} disabled onCheckedChange={() => {}} />
        <Switch
          label="Spend cap"
          description="Usage above the plan is refused instead of billed."
          checked={on}
          onCheckedChange={setOn}
        />
        <Switch label="Off" checked={false} onCheckedChange={() => {}} />
        <Switch label="Locked" checked disabled onCheckedChange={() => {}} />
      </Part>
    </div>
  );
}

const days = Array.from({ length: 30 }, (_, index) => ({
  at: new Date(Date.UTC(2026, 0, index + 1)).toISOString(),
  value: index < 4 ? null : (index * 37) % 23,
}));

function Charts() {
  const [shape, setShape] = useState<'bars' | 'area'>('bars');
  return (
    <Part name="Charts">
      <Segments
        label="Shape"
        value={shape}
        options={[
          { value: 'bars', label: 'Bars' },
          { value: 'area', label: 'Area' },
        ]}
        onValueChange={setShape}
      />
      <TimeSeries
        label="Orders"
        points={days}
        step="day"
        shape={shape}
        describe={(value) => `${value} orders`}
        headline={{ value: '299', caption: 'in the last 30 days' }}
      />
    </Part>
  );
}

const regions = [
  { value: 'us-west-1', label: 'West US (North California)', group: 'AWS' },
  { value: 'eu-central-1', label: 'Central EU (Frankfurt)', group: 'AWS', detail: 'Nearest to you' },
  { value: 'ap-southeast-1', label: 'Southeast Asia (Singapore)', group: 'AWS' },
  { value: 'sin', label: 'Singapore', group: 'FLY', disabled: true },
] as const;
type Region = (typeof regions)[number]['value'];

const written = `Rows are **kept** for *seven* days, see [the guide](/projects) or [write to us](mailto:help@example.com).

1. Open the SQL editor
2. Run \`vacuum analyze\`

> HTML such as <b>this</b> is text, and [a link that runs code](javascript:alert(1)) leads nowhere.

| Plan | Backups |
| --- | ---: |
| Free | 0 |
| Pro | 7 |
`;

/** Adjacent and conditional texts, which browser translation can break. */
function Changing() {
  const [rows, setRows] = useState(1);
  return (
    <Part name="Words that change">
      <p>
        {rows} {rows === 1 ? 'row' : 'rows'}
        {rows % 2 === 0 && ' after a while'}
        {rows % 3 === 0 && <Badge tone="warning">slow</Badge>}
        {rows > 2 ? ', and no more' : ', and counting'}
      </p>
      <div className={row}>
        <Button size="small" onClick={() => setRows(rows + 1)}>
          Read another
        </Button>
      </div>
    </Part>
  );
}

function Pickers() {
  const [region, setRegion] = useState<Region>('eu-central-1');
  const [open, setOpen] = useState<readonly ('indexes' | 'policies' | 'triggers')[]>(['indexes']);
  const [range, setRange] = useState<DateRange>({ from: '2026-03-02', to: '2026-03-08' });
  return (
    <div className={columns}>
      <Part name="Pickers">
        <Listbox label="Region" value={region} options={regions} onValueChange={setRegion} />
        <ComboboxField
          label="Region, by typing"
          value={region}
          options={regions}
          onValueChange={setRegion}
          placeholder="Type a part of its name"
        />
        <DateRangeField
          label="Period"
          value={range}
          onValueChange={setRange}
          max="2026-12-31"
          presets={[
            { label: 'First week of March', range: { from: '2026-03-02', to: '2026-03-08' } },
            { label: 'All of March', range: { from: '2026-03-01', to: '2026-03-31' } },
          ]}
        />
      </Part>
      <Part name="Sections and scrolling">
        <Accordion
          value={open}
          onValueChange={setOpen}
          multiple
          sections={[
            { value: 'indexes', title: 'Indexes', detail: '2', content: 'orders_pkey, orders_placed_at' },
            { value: 'policies', title: 'Policies', detail: '1', content: 'Customers read their own orders' },
            { value: 'triggers', title: 'Triggers', detail: '0', disabled: true, content: 'None' },
          ]}
        />
        <div className={low}>
          <ScrollArea label="Tables">
            <ul>
              {Array.from({ length: 30 }, (_, index) => (
                <li key={index} className={line}>
                  public.measurements_{2000 + index}
                </li>
              ))}
            </ul>
          </ScrollArea>
        </div>
      </Part>
      <Part name="Markdown">
        <Markdown text={written} />
      </Part>
      <Changing />
    </div>
  );
}

/** A menu where the pointer is. */
function ExampleContextMenu() {
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null);
  return (
    <>
      <Button
        id="example-context-menu"
        onContextMenu={(event) => {
          event.preventDefault();
          setPoint({ x: event.clientX, y: event.clientY });
        }}
      >
        Right-click
      </Button>
      {point && (
        <MenuAtPoint
          label="Example commands"
          point={point}
          byKey={false}
          ownerId="example-context-menu"
          items={[{ kind: 'action', key: 'copy', label: 'Copy', onSelect: () => {} }]}
          onClose={() => setPoint(null)}
        />
      )}
    </>
  );
}

function ExampleMenu() {
  const [theme, setTheme] = useState<(typeof themes)[number]>('dark');
  return (
    <Menu
      label="Project"
      trigger={<IconButton label="More" size="small" variant="default" icon={<MoreHorizontal />} />}
      items={[
        { kind: 'heading', key: 'where', label: 'north-sea' },
        { kind: 'link', key: 'home', label: 'Project home', href: href('projects'), current: true },
        { kind: 'action', key: 'find', label: 'Find', icon: <Search />, shortcut: '⌘ F', onSelect: () => {} },
        { kind: 'action', key: 'off', label: 'Not available', disabled: true, onSelect: () => {} },
        { kind: 'separator', key: 'line' },
        ...menuChoices({
          name: 'theme',
          values: themes,
          chosen: theme,
          labelOf: (name) => name,
          onChosen: setTheme,
        }),
        { kind: 'separator', key: 'line 2' },
        {
          kind: 'action',
          key: 'delete',
          label: 'Delete project',
          icon: <Trash />,
          tone: 'danger',
          onSelect: () => {},
        },
      ]}
    />
  );
}

function ToastButtons() {
  const app = useApp();
  return (
    <>
      {(['neutral', 'success', 'warning', 'danger'] as const).map((tone) => (
        <Button
          key={tone}
          size="small"
          onClick={() =>
            app.send({
              type: 'toast.requested',
              toast: {
                tone,
                title: 'The query was saved',
                description: 'It is on the server now.',
                requestId: '0b9f5a52',
              },
            })
          }
        >
          Toast {tone}
        </Button>
      ))}
    </>
  );
}

function Overlays() {
  const [size, setSize] = useState<DialogSize | null>(null);
  const [confirm, setConfirm] = useState<(typeof confirmVariants)[number] | null>(null);
  const [typed, setTyped] = useState('');
  const [panel, setPanel] = useState<SidePanelSize | null>(null);
  const lightPopoverId = useId();
  const [isLightPopoverOpen, setLightPopover] = useState(false);
  return (
    <Part name="What floats">
      <div className={row}>
        {dialogSizes.map((name) => (
          <Button key={name} size="small" onClick={() => setSize(name)}>
            Dialog {name}
          </Button>
        ))}
      </div>
      <div className={row}>
        {panelSizes.map((name) => (
          <Button key={name} size="small" onClick={() => setPanel(name)}>
            Side panel {name}
          </Button>
        ))}
      </div>
      <div className={row}>
        {confirmVariants.map((name) => (
          <Button key={name} size="small" onClick={() => setConfirm(name)}>
            Confirm {name}
          </Button>
        ))}
        <ExampleMenu />
        <ExampleContextMenu />
        <Popover label="Filter" trigger={<Button size="small">Popover</Button>}>
          <TextField label="Name contains" value="sea" onValueChange={() => {}} />
        </Popover>
        <Button id={lightPopoverId} size="small" onClick={() => setLightPopover(true)}>
          Light popover
        </Button>
        {isLightPopoverOpen && (
          <OpenPopover triggerId={lightPopoverId} label="Light popover" onClose={() => setLightPopover(false)}>
            The browser places it above the page and closes it.
          </OpenPopover>
        )}
        <ToastButtons />
        <Tooltip content="Run the statement" shortcut="⌘ ↵">
          <Button size="small">Tooltip</Button>
        </Tooltip>
        <Button size="small" {...described('Saved Mar 1, 2026, 22:30:00')}>
          Tip
        </Button>
      </div>
      <Dialog
        open={size !== null}
        onClose={() => setSize(null)}
        title="Rename the snippet"
        description="The name is yours; others in the organization see it too."
        size={size ?? 'medium'}
        footer={
          <>
            <Button onClick={() => setSize(null)}>Cancel</Button>
            <Button variant="primary" onClick={() => setSize(null)}>
              Rename
            </Button>
          </>
        }
      >
        <TextField label="Name" value="Slow queries" onValueChange={() => {}} />
      </Dialog>
      <SidePanel
        open={panel !== null}
        size={panel ?? 'small'}
        onClose={() => setPanel(null)}
        title="Edit column"
        footer={
          <>
            <Button onClick={() => setPanel(null)}>Cancel</Button>
            <Button variant="primary" onClick={() => setPanel(null)}>
              Save
            </Button>
          </>
        }
      >
        <div className={inPanel}>
          <TextField label="Name" value="placed_at" onValueChange={() => {}} />
        </div>
      </SidePanel>
      <ConfirmDialog
        open={confirm !== null}
        variant={confirm ?? 'success'}
        title={
          confirm === 'danger'
            ? `Delete project ${longName}`
            : confirm === 'warning'
              ? 'Pause project north-sea'
              : 'Restore project north-sea'
        }
        description={
          confirm === 'danger'
            ? 'Its database and all its data are removed. This cannot be undone.'
            : 'This takes a few seconds.'
        }
        confirmLabel={confirm === 'danger' ? 'Delete project' : undefined}
        typed={confirm === 'danger' ? { expected: longName, value: typed, onValueChange: setTyped } : undefined}
        onConfirm={() => setConfirm(null)}
        onCancel={() => setConfirm(null)}
      />
    </Part>
  );
}

function Lists() {
  const [tab, setTab] = useState<'table' | 'loading' | 'empty' | 'error'>('table');
  return (
    <Card title={<>Tabs, lists, and their states, in a card of {longName}</>}>
      <Tabs
        label="States of a list"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: 'table',
            label: 'Table',
            panel: (
              <Table label="Projects">
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Status</th>
                    <th scope="col">Region</th>
                    <th scope="col" data-numeric>
                      Rows
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {projectStatuses.slice(0, 5).map((status, index) => (
                    <tr key={status}>
                      <th scope="row">
                        <TextLink href={href('projects')} standalone>
                          {index === 1 ? longName : `north-sea-${index + 1}`}
                        </TextLink>
                      </th>
                      <td>
                        <StatusBadge status={status} />
                      </td>
                      <td>Central EU (Frankfurt)</td>
                      <td data-numeric>{grouped(12_345 * (index + 1))}</td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            ),
          },
          {
            value: 'loading',
            label: 'Loading',
            panel: (
              <div className={columns}>
                <SkeletonRows label="Loading words" />
                <SkeletonTable label="Loading a table" />
                <SkeletonForm label="Loading a form" fields={3} />
                <SkeletonCards label="Loading a page" cards={1} />
              </div>
            ),
          },
          {
            value: 'empty',
            label: 'Empty',
            panel: (
              <EmptyState
                icon={<Database />}
                title="No projects yet"
                action={
                  <Button variant="primary" icon={<Plus />}>
                    New project
                  </Button>
                }
              >
                A project is a Postgres database with everything around it.
              </EmptyState>
            ),
          },
          {
            value: 'error',
            label: (
              <>
                Error <Badge tone="danger">1</Badge>
              </>
            ),
            panel: (
              <ErrorState
                title="Could not load the projects"
                failure={{
                  code: 503,
                  message: 'The platform does not answer.',
                  requestId: '0b9f5a52-7c8e-4a9c-8d55-6a8f6c0b7f1e',
                }}
                onRetry={() => {}}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}

/** Sets the theme of the whole page, as the account menu does. */
function ThemeField() {
  const appearance = useSelector(useApp(), selectAppearance);
  const choice = useSelector(appearance, (snapshot) => (snapshot ? selectThemeChoice(snapshot) : 'system'));
  return (
    <SelectField
      label="Theme"
      hideLabel
      value={choice}
      options={themeChoices.map((value) => ({ value, label: value }))}
      onValueChange={(chosen) => appearance?.send({ type: 'appearance.chosen', change: { theme: chosen } })}
    />
  );
}

const Swatches = () => (
  <div className={swatches}>
    {themes.map((theme) => (
      <div key={theme} data-theme={theme} className={swatch}>
        <span className={section}>{theme}</span>
        <span className={`${sample} ${surface}`}>
          surface <span className={muted}>muted</span> <span className={accent}>accent</span>
        </span>
        <span className={`${sample} ${raised}`}>
          raised <span className={danger}>danger</span> <span className={warning}>warning</span>{' '}
          <span className={success}>success</span>
        </span>
        <span className={`${sample} ${sunken}`}>
          sunken <span className={muted}>muted</span>
        </span>
        <span className={`${sample} ${selected}`}>
          selected <span className={accent}>accent</span>
        </span>
        <div className={row}>
          <Button size="small" variant="primary">
            Primary
          </Button>
          <Button size="small">Default</Button>
          <Button size="small" variant="danger">
            Danger
          </Button>
        </div>
      </div>
    ))}
  </div>
);

const TypeAndStatuses = () => (
  <div className={columns}>
    <Part name="Type">
      <span className={title}>Title: one per page</span>
      <span className={section}>Section heading</span>
      <span className={label}>Label of a field</span>
      <span>Dense text, 13 px, for everything one works with.</span>
      <span className={prose}>Prose, 14 px, where one reads more than a line.</span>
      <span className={small}>Small, for descriptions and facts</span>
      <span className={tiny}>Tiny, for badges and keys</span>
      <span className={mono}>select id, total from orders where total &gt; 1_000;</span>
      <span>
        A <TextLink href={href('projects')}>link inside</TextLink> and an{' '}
        <ExternalLink href="https://www.postgresql.org">external one</ExternalLink>.
      </span>
    </Part>
    <Part name="Statuses">
      <div className={columns}>
        <div className={stack}>
          {projectStatuses.slice(0, 8).map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </div>
        <div className={stack}>
          {projectStatuses.slice(8).map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </div>
      </div>
      <div className={row}>
        <Badge>Neutral</Badge>
        <Badge tone="accent">Accent</Badge>
        <Badge tone="success">Success</Badge>
        <Badge tone="warning">Warning</Badge>
        <Badge tone="danger">Danger</Badge>
      </div>
      <div className={row}>
        <Mark />
        <Avatar email="ada.lovelace@example.com" />
        <Motif kind="next" />
        <Motif kind="waiting" />
        <Motif kind="missing" />
        <Motif kind="closed" />
        <Kbd>Esc</Kbd>
        <Keys keys="Mod+K" />
        <Keys keys="G S" spelled />
        <Spinner label="Working" />
      </div>
      <span>
        <Time value="2026-03-02T09:30:00Z" />, <Time value="2026-03-02T09:30:00Z" detail="day" />,{' '}
        <Time value="2024-03-02T09:30:00Z" detail="short" />
      </span>
    </Part>
  </div>
);

const Buttons = () => (
  <Part name="Buttons">
    <div className={row}>
      {buttonVariants.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
    </div>
    <div className={row}>
      {buttonVariants.map((variant) => (
        <Button key={variant} variant={variant} loading>
          {variant}
        </Button>
      ))}
    </div>
    <div className={row}>
      {buttonVariants.map((variant) => (
        <Button key={variant} variant={variant} disabled>
          {variant}
        </Button>
      ))}
    </div>
    <div className={row}>
      {buttonSizes.map((size) => (
        <Button key={size} size={size} icon={<Plus />}>
          {size}
        </Button>
      ))}
      {buttonSizes.map((size) => (
        <IconButton key={size} size={size} label={`Delete, ${size}`} variant="outline" icon={<Trash />} />
      ))}
      <ButtonLink href={href('projects')} variant="outline">
        As a link
      </ButtonLink>
    </div>
  </Part>
);

const AlertsAndCode = () => (
  <div className={columns}>
    <Part name="Alerts">
      <Alert title="Backups run every night at 02:00 UTC">The next one is in 6 hours.</Alert>
      <Alert variant="success" title={`${longName} is restored`} />
      <Alert
        variant="warning"
        title="This project is unhealthy"
        actions={<Button size="small">Restart project</Button>}
      >
        Its database answers, but its API does not.
      </Alert>
      <Alert variant="destructive" title="The statement failed">
        relation “orders” does not exist
      </Alert>
    </Part>
    <Part name="Code">
      <CodeBlock
        label="Connection string"
        code="postgresql://postgres:[YOUR-PASSWORD]@db.north-sea.internal:5432/postgres"
        action={
          <CopyButton what="connection string" text="postgresql://postgres@db.north-sea.internal:5432/postgres" />
        }
      />
      <CodeBlock
        label="Client"
        code={"import { createClient } from 'client';\n\nconst client = createClient(url, key);"}
      />
      <Breadcrumbs
        label="Example"
        items={['Harbour', 'north-sea', 'SQL editor'].map((name) => ({
          key: name,
          node: (
            <Button size="small" variant="text">
              {name}
            </Button>
          ),
        }))}
      />
      <Breadcrumbs
        label="Example with long names"
        items={[longName, `${longName} 2`].map((name) => ({
          key: name,
          node: (
            <Button size="small" variant="text">
              {name}
            </Button>
          ),
        }))}
      />
      {(['danger', 'warning', 'success', 'accent'] as const).map((tone, index) => (
        <Progressbar key={tone} label={tone} tone={tone} value={[10, 50, 100, 66][index] ?? 0} />
      ))}
    </Part>
  </div>
);

/** Every part of the design system on one page, in the current theme; for development and screenshots. */
export default function GalleryScreen() {
  const { environment } = useSelector(useApp(), selectConfig);
  if (environment === 'production') return <NotFound />;
  return (
    <main>
      <PageLayout>
        <PageHeader
          title="Design system"
          badge={<Badge tone="accent">Development</Badge>}
          description="Every part, in the states it can be in. The theme is the one chosen for the whole page."
          actions={
            <>
              <ThemeField />
              <Button variant="primary" icon={<Plus />}>
                Primary action
              </Button>
            </>
          }
        />
        <Swatches />
        <TypeAndStatuses />
        <Buttons />
        <Fields />
        <Pickers />
        <Charts />
        <AlertsAndCode />
        <Overlays />
        <Lists />
      </PageLayout>
    </main>
  );
}
