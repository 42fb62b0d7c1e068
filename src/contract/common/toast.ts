/** A short message shown over any page. */
export interface Toast {
  tone: 'success' | 'danger' | 'warning' | 'neutral';
  title: string;
  description?: string;
  requestId?: string;
  /** Address of what the guides say about the failure. */
  guide?: string;
}
