declare const _default: import("@lingui/conf").LinguiConfig;
export default _default;
