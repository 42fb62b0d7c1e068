import AuthConfigScreen from '../../views/auth/AuthConfigScreen.tsx';
import UserScreen from '../../views/auth/UserScreen.tsx';
import UsersScreen from '../../views/auth/UsersScreen.tsx';
import { screenPart } from '../parts/screenPart.ts';
import authConfig from './authConfig.flow.ts';
import projectUser from './projectUser.flow.ts';
import projectUsers from './projectUsers.flow.ts';

/** The pages about a project's users. */
export const screens = {
  users: screenPart('users', UsersScreen, projectUsers),
  user: screenPart('user', UserScreen, projectUser),
  authConfig: screenPart('authConfig', AuthConfigScreen, authConfig),
};
