import AuthConfigScreen from '../../views/auth/AuthConfigScreen.tsx';
import UsersScreen from '../../views/auth/UsersScreen.tsx';
import authConfig from './authConfig.flow.ts';
import projectUsers from './projectUsers.flow.ts';

/** The pages about a project's users. */
export const views = { AuthConfigScreen, UsersScreen };

export const flows = { authConfig, projectUsers };
