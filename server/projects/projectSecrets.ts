import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';

export interface ProjectSecrets {
  jwt_secret: string;
  anon_key: string;
  service_role_key: string;
  platform_password: string;
}

/** API keys are renewed by hand, so they last for ten years. */
const keyLifetime = '10 years';

/** New secrets of a project: what its tokens are signed with, and the two keys its clients begin with. */
export async function makeProjectSecrets(ref: string): Promise<ProjectSecrets> {
  const jwtSecret = randomBytes(40).toString('base64url');
  const secret = new TextEncoder().encode(jwtSecret);
  const sign = (role: string) => new SignJWT({ ref, role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).setIssuer('basechart').setIssuedAt().setExpirationTime(keyLifetime).sign(secret);
  return {
    jwt_secret: jwtSecret,
    anon_key: await sign('anon'),
    service_role_key: await sign('service_role'),
    platform_password: randomBytes(32).toString('base64url'),
  };
}
