import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { addressSearchMachine } from '../../machines/parts/addressSearch/addressSearch.machine.ts';
import { selectTyped } from '../../machines/parts/addressSearch/addressSearch.selectors.ts';
import { useQuery } from '../../router/useLocation.ts';
import { TextField } from '../ui/TextField.tsx';

export type Search = ActorRefFrom<typeof addressSearchMachine>;

/** The search text: the typed text, otherwise the address's. */
export function useSearched(search: Search | undefined): string {
  const query = useQuery();
  const typed = useSelector(search, (snapshot) => (snapshot ? selectTyped(snapshot) : null));
  return typed ?? query['search'] ?? '';
}

interface AddressSearchProps {
  search: Search;
  label: string;
  placeholder: string;
}

/** The field of a search that is kept in the address. */
export const AddressSearch = ({ search, label, placeholder }: AddressSearchProps) => (
  <TextField
    label={label}
    hideLabel
    type="search"
    placeholder={placeholder}
    value={useSearched(search)}
    onValueChange={(text) => search.send({ type: 'text.typed', text })}
    onBlur={() => search.send({ type: 'text.finished' })}
    onKeyDown={({ key }) => {
      if (key === 'Enter') search.send({ type: 'text.finished' });
    }}
  />
);
