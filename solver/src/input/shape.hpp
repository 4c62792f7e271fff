// Does a JSON value have the shape that its JSON Schema asks for?
#pragma once

#include <nlohmann/json.hpp>

namespace pace {

/// The job as the schema wants it: whole numbers written with a point or an exponent (1.0, 1e9) become
/// integers as they are in JavaScript, names of materials lose the spaces around them, defaults are filled
/// in.
/// @throws InputError JOB_INVALID with the JSON pointer of what is wrong and what it must be
nlohmann::json shaped_job(const nlohmann::json& given);

}  // namespace pace
