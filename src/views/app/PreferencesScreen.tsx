import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { hasModel } from '../../contract/projects/organizationOf.ts';
import { densities, themeChoices, type Density, type ThemeChoice } from '../../contract/shell/appearance.ts';
import { selectConsents, selectIsAsked } from '../../machines/ambient/consent/consent.selectors.ts';
import { selectAppearance, selectConfig, selectConsent } from '../../machines/app/app.selectors.ts';
import { selectShortcuts, selectShortcutSheet } from '../../machines/app/workspace/workspace.selectors.ts';
import type { appearanceMachine } from '../../machines/shell/appearance/appearance.machine.ts';
import { selectThemeChoice, selectTimeZoneChoice } from '../../machines/shell/appearance/appearance.selectors.ts';
import { shortcutIds, type ShortcutId } from '../../router/shortcuts.ts';
import { useApp } from '../parts/app.context.ts';
import { densityNames, themeNames } from '../parts/appearanceNames.ts';
import { useDensityChoice } from '../parts/useDensity.ts';
import { useResource } from '../parts/useResource.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';
import { ShortcutTable } from '../shell/ShortcutTable.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Switch } from '../ui/Switch.tsx';
import { Time } from '../ui/Time.tsx';

type AppearanceActor = ActorRefFrom<typeof appearanceMachine>;

const rows = css({ display: 'grid', gap: '4' });
const ignore = () => undefined;

/** The device's zone first, then UTC, then every zone by its region. */
function timeZones() {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const named = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC');
  return [
    { value: '', label: `Time zone of this device (${own})` },
    { value: 'UTC', label: 'UTC' },
    ...named.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' '), group: zone.split('/')[0] })),
  ];
}

function AppearanceCard({ appearance }: { appearance: AppearanceActor }) {
  const theme = useSelector(appearance, selectThemeChoice);
  const density = useDensityChoice(appearance);
  return (
    <Card title="Appearance">
      <div className={rows}>
        <SelectField<ThemeChoice>
          label="Theme"
          value={theme}
          options={themeChoices.map((value) => ({ value, label: themeNames[value] }))}
          onValueChange={(choice) => appearance.send({ type: 'appearance.chosen', change: { theme: choice } })}
        />
        {density !== null && (
          <SelectField<Density>
            label="Density"
            description="Row height in lists and grids."
            value={density}
            options={densities.map((value) => ({ value, label: densityNames[value] }))}
            onValueChange={(choice) => appearance.send({ type: 'appearance.chosen', change: { density: choice } })}
          />
        )}
      </div>
    </Card>
  );
}

function TimeZoneCard({ appearance }: { appearance: AppearanceActor }) {
  const zone = useSelector(appearance, selectTimeZoneChoice);
  const [opened] = useState(() => new Date().toISOString());
  return (
    <Card title="Times">
      <SelectField
        label="Time zone"
        description={
          <>
            For example, this page opened on <Time value={opened} />. Values in your tables stay as they are.
          </>
        }
        // An empty value would show as a placeholder.
        value={zone === '' ? 'device' : zone}
        options={timeZones().map((option) => ({ ...option, value: option.value === '' ? 'device' : option.value }))}
        onValueChange={(choice) =>
          appearance.send({ type: 'appearance.chosen', change: { timeZone: choice === 'device' ? '' : choice } })
        }
      />
    </Card>
  );
}

function ShortcutsCard() {
  const shortcuts = useWorkspace(selectShortcuts);
  const sheet = useWorkspace(selectShortcutSheet);
  const { inspector } = useSelector(useApp(), selectConfig);
  const isModelKnown = useResource('organizations').data?.some(hasModel) === true;
  const isOffered = (id: ShortcutId) => (id !== 'flows' || inspector) && (id !== 'assistant' || isModelKnown);
  return (
    <Card
      title="Keyboard shortcuts"
      actions={
        sheet && (
          <Button size="small" onClick={() => sheet.send({ type: 'overlay.opened' })}>
            Show shortcut sheet
          </Button>
        )
      }
    >
      {shortcuts && <ShortcutTable shortcuts={shortcuts} shown={shortcutIds.filter(isOffered)} />}
    </Card>
  );
}

function PrivacyCard() {
  const app = useApp();
  const consent = useSelector(app, selectConsent);
  const asked = useSelector(consent, (snapshot) => snapshot !== undefined && selectIsAsked(snapshot));
  const consents = useSelector(consent, (snapshot) => snapshot !== undefined && selectConsents(snapshot));
  return (
    <Card title="Privacy">
      <div className={rows}>
        <Switch
          label="Strictly necessary"
          description="Session, settings, and drafts. Required for the dashboard to work."
          checked
          disabled
          onCheckedChange={ignore}
        />
        {asked ? (
          <Switch
            label="Telemetry"
            description="Pages visited and features used. Never your project data."
            checked={consents}
            onCheckedChange={(choice) => app.send({ type: 'choice.made', choice })}
          />
        ) : (
          <p>This server collects no telemetry.</p>
        )}
      </div>
    </Card>
  );
}

/** What the user prefers in this browser: it takes effect at once, in every tab. */
export default function PreferencesScreen() {
  const appearance = useSelector(useApp(), selectAppearance);
  return (
    <PageLayout width="form">
      <PageHeader
        title="Preferences"
        guide="account#preferences"
        description="How the dashboard looks and works in this browser."
      />
      {appearance && (
        <>
          <AppearanceCard appearance={appearance} />
          <TimeZoneCard appearance={appearance} />
        </>
      )}
      <ShortcutsCard />
      <PrivacyCard />
    </PageLayout>
  );
}
