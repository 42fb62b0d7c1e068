import X from 'lucide-react/icons/x';
import { css } from 'styled-system/css';
import { IconButton } from '../ui/IconButton.tsx';

const chip = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  maxWidth: 'full',
  minWidth: '0',
  minHeight: 'control.tiny',
  border: 'hairline',
  borderRadius: 'small',
  paddingInline: '1.5',
  textStyle: 'small',
  overflowWrap: 'anywhere',
});
const note = css({ color: 'muted', flexShrink: '0' });

interface AttachmentChipProps {
  label: string;
  /** The level of sharing lets the model have it. */
  isShared: boolean;
  onRemove?: () => void;
}

/** Something that goes to the model beside the words of a question. */
export const AttachmentChip = ({ label, isShared, onRemove }: AttachmentChipProps) => (
  <span className={chip}>
    {label}
    {!isShared && <span className={note}>not shared</span>}
    {onRemove && <IconButton size="tiny" variant="text" icon={<X />} label={`Remove ${label}`} onClick={onRemove} />}
  </span>
);
