#include "input/shape.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "input/embedded_contract.hpp"
#include "input/json_schema.hpp"
#include "input/nearest_name.hpp"

namespace pace {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

/// Far deeper than any job; keeps a file of a million brackets from overflowing the stack where a value is
/// copied.
constexpr int deepest_nesting = 64;

void refuse_deep_nesting(const Json& value, int depth = 0) {
  if (depth > deepest_nesting) throw InputError(Message{"JOB_INVALID.deep"});
  if (value.is_structured())
    for (const Json& child : value) refuse_deep_nesting(child, depth + 1);
}

/// The contract trims names of materials before it measures them.
void trim(Json& object, const char* key) {
  if (!object.is_object() || !object.contains(key) || !object[key].is_string()) return;
  const std::string text = object[key];
  const char* spaces = " \t\n\v\f\r";
  const std::size_t begin = text.find_first_not_of(spaces), end = text.find_last_not_of(spaces);
  object[key] = begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

void trim_material_names(Json& job) {
  if (!job.is_object() || !job.contains("materials") || !job["materials"].is_object()) return;
  Json& materials = job["materials"];
  for (const auto& [list, key] : {std::pair{"inputMaterials", "name"},
                                  {"thicknesses", "materialName"},
                                  {"outerMedias", "outerMaterial"}})
    if (materials.contains(list) && materials[list].is_array())
      for (Json& entry : materials[list]) trim(entry, key);
}

/// Calls visit(schema, value, pointer) for the value and, where the schema describes them, all values inside
/// it.
template <class Value, class Visit>
void walk(const Json& schema, Value& value, const Pointer& at, const Visit& visit) {
  visit(schema, value, at);
  if (value.is_object() && schema.contains("properties")) {
    for (const auto& [key, property] : schema["properties"].items())
      if (value.contains(key)) walk(property, value[key], at / key, visit);
  } else if (value.is_array() && schema.contains("items")) {
    const Json& items = schema["items"];
    for (std::size_t i = 0; i < value.size(); ++i)
      if (items.is_object() || i < items.size())
        walk(items.is_object() ? items : items[i], value[i], at / i, visit);
  }
}

/// "1", "1 or 2", "1, 2 or 3"
Json one_of(const Json& words) {
  if (words.size() == 1) return words[0];
  Json list = words;
  list.erase(list.size() - 1);
  return Message{"oneOf", {{"list", list}, {"last", words.back()}}};
}

Message entries(const Json& schema) {
  const auto least = schema.value("minItems", 0u), most = schema.value("maxItems", 0u);
  if (most == 0) return {"must.list"};
  if (least == most) return {"must.listOf", {{"entries", most}}};
  if (least == 0) return {"must.listOfAtMost", {{"most", most}}};
  return {"must.listBetween", {{"least", least}, {"most", most}}};
}

/// @param kind  "number" or "whole"
Message number(const char* kind, const Json& schema) {
  const auto is_bounded = [&](const char* key) {
    return schema.contains(key) && std::fabs(schema[key].get<double>()) < largest_safe_integer;
  };
  Message message{std::string("must.") + kind};
  for (const auto& [key, suffix] : {std::pair{"exclusiveMinimum", "Above"}, {"minimum", "From"}})
    if (is_bounded(key)) {
      message.key += suffix;
      message.values["least"] = schema[key];
      break;
    }
  if (is_bounded("maximum")) {
    message.key += "UpTo";
    message.values["most"] = schema["maximum"];
  }
  return message;
}

/// What a value must be: "a whole number of at least 1 and at most 4096".
Json requirement(const Json& schema) {
  Json choices = Json::array();
  if (schema.contains("anyOf")) {
    for (const Json& choice : schema["anyOf"]) choices.push_back(requirement(choice));
    return one_of(choices);
  }
  if (schema.contains("const")) return schema["const"].dump();
  if (schema.contains("enum")) {
    for (const Json& value : schema["enum"]) choices.push_back(value.dump());
    return one_of(choices);
  }
  const Json types = schema.value("type", Json("value"));
  for (const Json& type : types.is_array() ? types : Json::array({types})) {
    if (type == "number")
      choices.push_back(number("number", schema));
    else if (type == "integer")
      choices.push_back(number("whole", schema));
    else if (type == "array")
      choices.push_back(entries(schema));
    else if (type == "object")
      choices.push_back(Message{"must.object"});
    else if (type == "boolean")
      choices.push_back(Message{"must.boolean"});
    else if (schema.contains("maxLength"))
      choices.push_back(Message{"must.textUpTo", {{"most", schema["maxLength"]}}});
    else
      choices.push_back(Message{schema.contains("minLength") ? "must.someText" : "must.text"});
  }
  return one_of(choices);
}

Json shown(const Json& value) {
  if (value.is_object()) return Message{"must.object"};
  if (value.is_array()) return Message{"is.list", {{"entries", value.size()}}};
  const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() <= 40 ? text : text.substr(0, 40) + "…";
}

Message place_of(const Pointer& at) {
  const std::string where = at.to_string();
  return where.empty() ? Message{"job"} : Message{"job.entry", {{"path", where.substr(1)}}};
}

[[noreturn]] void refuse(const Pointer& at, Message message, const Json& schema) {
  message.values.update({{"place", place_of(at)}, {"requirement", requirement(schema)}});
  throw InputError(std::move(message), at.to_string());
}

/// Of a place as JsonSchema writes it.
Pointer pointer_of(const std::vector<std::string>& context, const Json& job) {
  Pointer at;
  for (std::size_t i = 1; i < context.size(); ++i) {
    const std::string key = context[i].substr(1, context[i].size() - 2);
    if (job[at].is_array())
      at /= static_cast<std::size_t>(std::stoul(key));
    else
      at /= key;
  }
  return at;
}

void check_by_schema(const Json& job, const Json& schema_document, const JsonSchema& checker) {
  const std::vector<JsonSchema::Complaint> complaints = checker.complaints(job);
  if (complaints.empty()) return;

  // A wrong value is reported with everything around it; the deepest place is the value itself.
  std::vector<std::string> deepest;
  for (const JsonSchema::Complaint& complaint : complaints)
    if (complaint.place.size() > deepest.size()) deepest = complaint.place;
  const Pointer wrong = pointer_of(deepest, job);
  walk(schema_document, job, Pointer(), [&](const Json& schema, const Json& value, const Pointer& at) {
    if (at == wrong) refuse(at, {"JOB_INVALID.value", {{"value", shown(value)}}}, schema);
  });
  throw InputError(Message{"JOB_INVALID.place", {{"path", wrong.to_string()}}}, wrong.to_string());
}

void refuse_missing(const Json& job, const Json& schema) {
  walk(schema, job, Pointer(), [](const Json& part, const Json& value, const Pointer& at) {
    if (!value.is_object() || !part.contains("required")) return;
    for (const Json& key : part["required"])
      if (!value.contains(key.get<std::string>()))
        refuse(at / key.get<std::string>(), {"JOB_INVALID.missing"},
               part["properties"][key.get<std::string>()]);
  });
}

void refuse_unknown(const Json& job, const Json& schema) {
  walk(schema, job, Pointer(), [](const Json& part, const Json& value, const Pointer& at) {
    if (!value.is_object() || part.value("additionalProperties", Json(true)) != Json(false)) return;
    std::vector<std::string> names;
    for (const auto& [name, property] : part["properties"].items()) names.push_back(name);
    for (const auto& [key, child] : value.items()) {
      if (part["properties"].contains(key)) continue;
      const std::string where = (at / key).to_string();
      const auto nearest = nearest_name(key, names);
      throw InputError(
          nearest ? Message{"JOB_INVALID.didYouMean", {{"path", where.substr(1)}, {"nearest", *nearest}}}
                  : Message{"JOB_INVALID.unknownName", {{"path", where.substr(1)}}},
          where);
    }
  });
}

void fill_in_defaults(Json& job, const Json& schema) {
  walk(schema, job, Pointer(), [](const Json& part, Json& value, const Pointer&) {
    if (!value.is_object() || !part.contains("properties")) return;
    for (const auto& [key, property] : part["properties"].items())
      if (!value.contains(key) && property.contains("default")) value[key] = property["default"];
  });
}

}  // namespace

nlohmann::json shaped_job(const nlohmann::json& given) {
  static const Json schema = Json::parse(job_schema_text);
  static const JsonSchema checker(schema);
  refuse_deep_nesting(given);
  Json job = given;
  make_whole_numbers_integers(job);
  trim_material_names(job);
  refuse_unknown(job, schema);
  refuse_missing(job, schema);
  check_by_schema(job, schema, checker);
  fill_in_defaults(job, schema);
  return job;
}

}  // namespace pace
