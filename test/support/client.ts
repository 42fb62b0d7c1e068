/** Requests to a server in a process of its own. */
import type { Answer, SendOptions, TestUser } from './server.ts';

/** A caller of the server at this origin, which another start may change. */
export function clientOf(origin: () => string) {
  const send = async (
    method: string,
    path: string,
    { token, json }: Pick<SendOptions, 'token' | 'json'> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${origin()}${path}`, {
      method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: response.headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : undefined,
    };
  };

  /** Signs up a user with a profile. */
  const signUp = async (email = 'ada@example.com', password = 'correct horse battery staple'): Promise<TestUser> => {
    const { json } = await send('POST', '/auth/v1/signup', { json: { email, password } });
    const token = json.access_token as string;
    const user: TestUser = {
      id: json.user.id,
      email,
      password,
      token,
      refreshToken: json.refresh_token,
      send: (method, path, options) => send(method, path, { token, ...options }),
    };
    await user.send('POST', '/api/profile');
    return user;
  };

  return { send, signUp };
}
