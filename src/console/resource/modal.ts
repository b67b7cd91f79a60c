import { Modal as AntdModal } from 'antd';
import { themed } from '../theme/themed.tsx';

/** antd's dialog with its theme, in a chunk of its own. */
export const Modal = themed(AntdModal);
