import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ZoneSelect, type ZoneSelectProps } from './ZoneSelect.tsx';

/** The time zone that moments are shown in, where the line above the rows has no room for it. */
export const ZoneDialog = ({ onClose, ...zone }: ZoneSelectProps & { onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    title="Time zone"
    description="The time zone that dates with a time are shown in."
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <ZoneSelect {...zone} />
  </Dialog>
);
