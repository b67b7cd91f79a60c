import { Modal as AntdModal } from 'antd';

/** antd's dialog, in a chunk of its own. */
export const Modal = AntdModal;
