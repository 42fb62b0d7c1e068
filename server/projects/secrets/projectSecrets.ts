import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { ControlDatabase } from '../../database/database.ts';
import type { SecretBox } from '../../database/secretBox.ts';
import type { AuthConfigSecrets, ProjectSecrets } from '../../database/tables/project.tables.ts';

/** API keys are renewed manually, so they last for ten years. */
const keyLifetime = '10 years';

/** New secrets of a project: the key that signs its tokens, and its first two API keys. */
export async function makeProjectSecrets(ref: string, passwordVerifier: string | null): Promise<ProjectSecrets> {
  const jwtSecret = randomBytes(40).toString('base64url');
  const secret = new TextEncoder().encode(jwtSecret);
  const sign = (role: string) =>
    new SignJWT({ ref, role })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('basechart')
      .setIssuedAt()
      .setExpirationTime(keyLifetime)
      .sign(secret);
  return {
    jwt_secret: jwtSecret,
    anon_key: await sign('anon'),
    service_role_key: await sign('service_role'),
    platform_password: randomBytes(32).toString('base64url'),
    password_verifier: passwordVerifier,
  };
}

const secretNames = [
  'jwt_secret',
  'anon_key',
  'service_role_key',
  'platform_password',
  'password_verifier',
] as const satisfies (keyof ProjectSecrets)[];

const contextOf = (ref: string, name: keyof ProjectSecrets | keyof AuthConfigSecrets): string =>
  `project/${ref}/${name}`;

/** A secret of a project's auth settings, by the name of its column. */
export const sealConfigSecret = (
  box: SecretBox,
  ref: string,
  name: keyof AuthConfigSecrets,
  text: string,
): Promise<string> => box.seal(text, contextOf(ref, name));

export const openConfigSecret = async (
  box: SecretBox,
  ref: string,
  name: keyof AuthConfigSecrets,
  sealed: string | null,
): Promise<string | null> => (sealed === null ? null : await box.open(sealed, contextOf(ref, name)));

const convert = async <Secrets extends Partial<ProjectSecrets>>(
  secrets: Secrets,
  change: (text: string, name: keyof ProjectSecrets) => Promise<string>,
): Promise<Secrets> => {
  const changed = await Promise.all(
    secretNames.map(async (name) => {
      const text = secrets[name];
      return typeof text === 'string' ? ([name, await change(text, name)] as const) : null;
    }),
  );
  return { ...secrets, ...Object.fromEntries(changed.filter((entry) => entry !== null)) };
};

/** Secrets as the database stores them: each decrypts for this project and under its own name only. */
export const sealSecrets = (box: SecretBox, ref: string, secrets: ProjectSecrets): Promise<ProjectSecrets> =>
  convert(secrets, (text, name) => box.seal(text, contextOf(ref, name)));

/** Secrets that were read from the database, one or several of them. */
export const openSecrets = <Secrets extends Partial<ProjectSecrets>>(
  box: SecretBox,
  ref: string,
  sealed: Secrets,
): Promise<Secrets> => convert(sealed, (text, name) => box.open(text, contextOf(ref, name)));

/** Encrypts secrets that an earlier version stored as plain text. */
export async function sealStoredSecrets(tx: ControlDatabase, box: SecretBox): Promise<void> {
  const rows = await tx
    .selectFrom('project_secrets')
    .innerJoin('projects', 'projects.id', 'project_secrets.project_id')
    .selectAll('project_secrets')
    .select('projects.ref')
    .forUpdate('project_secrets')
    .execute();
  for (const { project_id: projectId, ref, ...secrets } of rows) {
    await tx
      .updateTable('project_secrets')
      .set(await sealSecrets(box, ref, secrets))
      .where('project_id', '=', projectId)
      .execute();
  }
  const mail = await tx
    .selectFrom('project_auth_configs')
    .innerJoin('projects', 'projects.id', 'project_auth_configs.project_id')
    .select(['project_id', 'projects.ref', 'smtp_pass'])
    .where('smtp_pass', 'is not', null)
    .execute();
  for (const { project_id: projectId, ref, smtp_pass: password } of mail) {
    if (password !== null)
      await tx
        .updateTable('project_auth_configs')
        .set({ smtp_pass: await box.seal(password, contextOf(ref, 'smtp_pass')) })
        .where('project_id', '=', projectId)
        .execute();
  }
}
