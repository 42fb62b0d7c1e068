import type { AccountEvent } from '../../contract/accounts/accountEvent.ts';
import { deviceName } from '../parts/deviceName.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import { useResource } from '../parts/useResource.ts';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { rowCardsClass } from '../ui/rowCards.ts';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { Table } from '../ui/Table.tsx';
import { Time } from '../ui/Time.tsx';

const names: Readonly<Record<string, string>> = {
  user_signedup: 'Account created',
  login: 'Signed in',
  login_failed: 'Sign-in failed',
  logout: 'Signed out',
  session_ended: 'Device signed out',
  token_revoked: 'Session ended: its token was used twice',
  user_confirmation_requested: 'Confirmation email requested',
  user_recovery_requested: 'Password reset requested',
  user_magiclink_requested: 'Sign-in email requested',
  user_reauthenticate_requested: 'Confirmation code requested',
  user_email_change_requested: 'Email change requested',
  user_email_changed: 'Email changed',
  user_updated_password: 'Password changed',
  user_modified: 'Account changed',
  factor_in_progress: 'Authenticator app added, not verified',
  factor_verified: 'Authenticator app verified',
  factor_code_failed: 'Incorrect authenticator code',
  factor_unenrolled: 'Authenticator app removed',
  access_token_created: 'Access token created',
  access_token_revoked: 'Access token revoked',
};

/** An action of a newer server in words: `user_invited` is "User invited". */
const nameOf = ({ action }: AccountEvent): string =>
  names[action] ?? (action.charAt(0).toUpperCase() + action.slice(1)).replaceAll('_', ' ');

/** What happened to the account of the signed-in user. */
export default function AccountEventsScreen() {
  const events = useResource('accountEvents');
  return (
    <PageLayout>
      <PageHeader
        title="Audit log"
        guide="account#audit-log"
        description="The latest 100 events of your account. Change your password if you do not recognize one."
      />
      {events.state === 'failed' && <ResourceError title="Could not load the audit log" read={events} />}
      {events.state === 'loading' && <SkeletonTable label="Loading the audit log" />}
      {events.data && (
        <div className={rowCardsClass}>
          <Table label="Audit log">
            <thead>
              <tr>
                <th scope="col">Event</th>
                <th scope="col">Device</th>
                <th scope="col">Address</th>
                <th scope="col">Time</th>
              </tr>
            </thead>
            <tbody>
              {events.data.map((event) => (
                <tr key={event.id}>
                  <th scope="row">{nameOf(event)}</th>
                  <td data-name="Device">{deviceName(event.user_agent)}</td>
                  <td data-name="Address">{event.ip}</td>
                  <td data-name="Time">
                    <Time value={event.created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </PageLayout>
  );
}
