declare module 'virtual:static-styles';
