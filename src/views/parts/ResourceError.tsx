import type { Failure } from '../../contract/common/apiError.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

interface ResourceErrorProps {
  /** What failed, such as "Could not load the projects". */
  title: string;
  /** A resource that could not be read, as `useResource` gives it. */
  read: { failure: Failure; refreshing: boolean; retry(): void };
}

/** A failed read, which can be tried again; the error stays meanwhile. */
export const ResourceError = ({ title, read: { failure, refreshing, retry } }: ResourceErrorProps) => (
  <ErrorState title={title} failure={failure} retrying={refreshing} onRetry={retry} />
);
