import { hashQuickly } from './quickPasswords.ts';

hashQuickly();
