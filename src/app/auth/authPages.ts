import AuthConfigScreen from '../../views/auth/AuthConfigScreen.tsx';
import UserScreen from '../../views/auth/UserScreen.tsx';
import UsersScreen from '../../views/auth/UsersScreen.tsx';
import authConfig from './authConfig.flow.ts';
import projectUser from './projectUser.flow.ts';
import projectUsers from './projectUsers.flow.ts';

/** The pages about a project's users. */
export const views = { AuthConfigScreen, UserScreen, UsersScreen };

export const flows = { authConfig, projectUser, projectUsers };
