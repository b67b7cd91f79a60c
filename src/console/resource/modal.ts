/** antd's dialog as a chunk of its own. */
export { Modal as default } from 'antd';
